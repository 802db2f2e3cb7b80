import { plainWord } from '../../text/shell.ts'
import type { DevOptions, DevContext } from '../context.ts'

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
  const topics = webhooks.topics.filter((topic) => granted.topics?.includes(topic) === false)
  if (scopes.length === 0 && topics.length === 0) return
  emit({ event: 'consent-needed', scopes, topics, storeName: granted.storeName, next: granted.next })
}

/**
 * Returns the command that reinstalls the app during a run on the emulator, in the same store. `--yes` revokes the current token. Other flags have the same
 * defaults.
 */
export function installAgain({ store, region }: Pick<DevOptions, 'store' | 'region'>): string {
  const flags = Object.entries({ store, region }).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name}`, plainWord(value)],
  )
  return ['app install --approve --yes', ...flags].join(' ')
}
