import { realpathSync } from 'node:fs'

import type { TokenExchangeAnswer } from '../../catalog/oauth.ts'
import { isPage } from '../../client/intercepted.ts'
import type { ControlClient } from '../../control/control-client.ts'
import type { Credentials } from '../../credentials/credentials.ts'
import { AppError } from '../../errors.ts'
import { messageOf } from '../../errors/thrown.ts'
import type { TokenScope } from '../../gateway/calls/token-watch.ts'
import { readExchangeAnswer } from '../../install/exchange-answer.ts'
import { installOf, journalInstall, recordExchanged, withEarlier, withStore } from '../../install/record.ts'
import type { Journal } from '../../journal/journal.ts'
import { withInstalls, type Install } from '../../project/installs.ts'
import type { DevContext } from '../context.ts'
import type { InstalledEvent } from '../events/dev-event.ts'
import { installedEvent, wantedScope } from './installed-event.ts'
import { textIds } from './place.ts'

export interface KeepTools {
  readonly journal: Journal
  readonly credentials: Credentials
  readonly identity: string
  /** The emulator's client, or null on the live platform. */
  readonly control: ControlClient | null
  /** Called with the scope of the token. */
  readonly learnToken?: (token: string, scope: TokenScope) => void
  /** Called with the store and region that have a new token. */
  readonly onRenewed?: (place: Pick<Install, 'storeId' | 'regionId'>) => void
  /** Returns whether an install started by this session is in progress. */
  readonly isInstalling?: () => boolean
}

export interface KeptInstall {
  readonly token: string
  readonly install: Install
  /** Whether it is saved now. */
  readonly isKept: boolean
}

export interface ExchangedInstall extends KeptInstall {
  readonly event: InstalledEvent
}

/** A successful exchange of the app. */
export interface AppExchange {
  readonly answer: Uint8Array
  /** Who started the install, or null if this session did not see the code. */
  readonly cameBy: 'app' | 'owner' | null
}

/**
 * Saves the result of the app's exchange: the token in the credential store, the install in the state database and the
 * journal. Requires the documented shape, this app and a verified install (docs/decisions/0020). Reports failures and
 * never throws, because the app continues in any case. Returns null if nothing is saved.
 */
export async function keepInstall(
  dev: DevContext,
  tools: KeepTools,
  { answer, cameBy }: AppExchange,
): Promise<ExchangedInstall | null> {
  const { identity, control } = tools
  const { emit, options } = dev
  const appKey = options.project.config.key
  const granted = readGranted(dev, answer)
  if (granted === null) return null
  const { store_id: storeId, region_id: regionId, access_token: token } = granted
  if (!(await isVouchedFor(tools, { appKey, granted, cameBy }))) {
    const text = `The app exchanged a code for store ${storeId}, but this session started no such install. This tool did not store the token. Press \`i\` to install through the app.`
    emit({ event: 'notice', text })
    return null
  }
  const place = { storeId, regionId }
  tools.learnToken?.(token, textIds(place))
  tools.onRenewed?.(place)
  const holderDir = realpathSync(options.project.dir)
  const exchanged = installOf(granted, { identity, appKey, holder: 'app', holderDir, now: dev.tools.now() })
  // The exchange contains neither the store's code nor, for one region, its facts. The emulator has them.
  const known = withStore(exchanged, (await control?.stores().catch(() => [])) ?? [])
  const install = withEarlier(known, earlierInstalls(dev, exchanged))
  const key = { identity, appKey, kind: 'token', storeId, regionId } as const
  let storedIn: string | null = null
  try {
    const { where } = await tools.credentials.set(key, token)
    // The owner of any store may start an install. It must not change which store commands use by default.
    const record = { paths: dev.tools.paths, credentials: tools.credentials }
    await recordExchanged(record, install, { keepsCurrent: cameBy === 'owner' && control === null })
    storedIn = where
  } catch (error) {
    const why = messageOf(error)
    emit({ event: 'notice', text: `The app has its token, but this tool could not store a copy: ${why}` })
  }
  noteInJournal(tools.journal, install)
  const wanted = control === null ? wantedScope(install, options.project.config) : {}
  const event = installedEvent(install, { storedIn, alreadyInstalled: false, ...wanted })
  return { token, install, isKept: storedIn !== null, event }
}

/** Returns the saved installs, or none if they cannot be read, because the app continues in any case. */
function earlierInstalls({ tools }: DevContext, app: Install): readonly Install[] {
  try {
    return withInstalls(tools.paths, (installs) => installs.list(app))
  } catch {
    return []
  }
}

/** Parses the response. Reports an invalid one and returns null. */
function readGranted({ emit, options }: DevContext, answer: Uint8Array): TokenExchangeAnswer | null {
  try {
    return readExchangeAnswer(answer, options.project.config.key)
  } catch (error) {
    const why = error instanceof AppError ? error.message : 'It is not JSON.'
    const text = isPage({ body: answer })
      ? "A web page responded to the app's code exchange, for example the sign-in page of a network or proxy. The install is probably incomplete. Fix the network or proxy, then press i."
      : `The app exchanged a code, but this tool did not store the response. ${why}`
    emit({ event: 'notice', text })
    return null
  }
}

interface Claim {
  readonly appKey: string
  readonly granted: TokenExchangeAnswer
  readonly cameBy: AppExchange['cameBy']
}

/** Verifies an install. The emulator lists its installs. The live platform does not, so the code must have arrived through this session. */
async function isVouchedFor(
  { control, isInstalling }: KeepTools,
  { appKey, granted, cameBy }: Claim,
): Promise<boolean> {
  if (control === null) return cameBy !== null || isInstalling?.() === true
  const { store_id: storeId, region_id: regionId } = granted
  const rows = await control.installs({ app: appKey }).catch(() => [])
  return rows.some((row) => row.removedAt === null && row.storeId === storeId && row.regionId === regionId)
}

function noteInJournal(journal: Journal, install: Install): void {
  try {
    journalInstall(journal, install)
  } catch {
    // The journal reports its failure with the next delivery.
  }
}
