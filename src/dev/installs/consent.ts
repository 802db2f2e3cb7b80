import { isTopic, topics } from '../../catalog/topics.ts'
import type { Store } from '../../control/contract.ts'
import { withInstalls, type AppIdentity } from '../../project/installs.ts'
import type { StatePaths } from '../../project/paths.ts'
import { plainWord } from '../../text/shell.ts'
import type { DevContext } from '../context.ts'

interface Granted {
  readonly scopes: readonly string[]
  /** The topics of the install. Omitted if the platform does not show them. */
  readonly topics?: readonly string[]
  readonly storeName: string
  /** The command that reinstalls the app. */
  readonly next: string
}

/** Reports the scopes and topics of app.toml that this install lacks. Only a new install adds them. */
export function reportMissingScopes({ options, emit }: Pick<DevContext, 'options' | 'emit'>, granted: Granted): void {
  const { scopes: wanted, webhooks } = options.project.config
  const scopes = wanted.required.filter((scope) => !granted.scopes.includes(scope))
  const unsubscribed = missingTopics({ topics: webhooks.topics, required: wanted.required }, [granted])
  if (scopes.length === 0 && unsubscribed.length === 0) return
  emit({ event: 'consent-needed', scopes, topics: unsubscribed, storeName: granted.storeName, next: granted.next })
}

/**
 * Returns the topics that no install has and a new one would add. It adds a topic only if app.toml
 * requires its scope or the owner granted it.
 */
export function missingTopics(
  wanted: { readonly topics: readonly string[]; readonly required: readonly string[] },
  installs: readonly Pick<Granted, 'scopes' | 'topics'>[],
): string[] {
  const scopes = [...wanted.required, ...installs.flatMap((install) => install.scopes)]
  return wanted.topics.filter((topic) => {
    const isAdded = isTopic(topic) && (topics[topic].scope === null || scopes.includes(topics[topic].scope))
    return isAdded && installs.every((install) => install.topics?.includes(topic) === false)
  })
}

interface SessionStore extends AppIdentity {
  readonly code: string
  /** The session's `--store`. */
  readonly named?: string | undefined
}

/**
 * Returns the flag that selects the session's store, with a space before it. Empty if commands
 * use this store without a flag.
 */
export function storeFlag(paths: StatePaths, { code, named, ...app }: SessionStore): string {
  const current = withInstalls(paths, (installs) => installs.current(app))
  const isUsual = current === null ? named === undefined : current.storeCode === code
  return isUsual ? '' : ` --store ${plainWord(code)}`
}

/** Returns the flag of a region, with a space before it, or '' without one. */
export function regionFlag(region: string | null | undefined): string {
  return region == null ? '' : ` --region ${plainWord(region)}`
}

/**
 * Returns the command that reinstalls the app during a run on the emulator, in the same store
 * and region. `--yes` revokes the current token.
 */
export function installAgain(dev: Pick<DevContext, 'options' | 'tools'>, install: SessionInstall): string {
  return `app install --approve --yes${sessionStoreFlag(dev, install)}${regionFlag(dev.options.region)}`
}

/** The session's store and the emulator's identity. */
export interface SessionInstall {
  readonly store: Store
  readonly identity: string
}

export function sessionStoreFlag(
  { options, tools }: Pick<DevContext, 'options' | 'tools'>,
  { store, identity }: SessionInstall,
): string {
  const { key: appKey } = options.project.config
  return storeFlag(tools.paths, { identity, appKey, code: store.code, named: options.store })
}
