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
import { installedEvent, wantedScope, type InstalledEvent } from '../events/dev-event.ts'
import type { Stage } from '../stage.ts'
import { textIds } from './place.ts'

export interface KeepTools {
  readonly journal: Journal
  readonly credentials: Credentials
  readonly identity: string
  /** Of the emulator; null for the live platform. */
  readonly control: ControlClient | null
  /** Called with what the token allows. */
  readonly learnToken?: (token: string, scope: TokenScope) => void
  /** Called with the store and region that have a new token. */
  readonly onRenewed?: (place: Pick<Install, 'storeId' | 'regionId'>) => void
  /** Whether this session has begun an install that has not ended. */
  readonly isInstalling?: () => boolean
}

export interface KeptInstall {
  readonly token: string
  readonly install: Install
  /** Whether it is on record now. */
  readonly isKept: boolean
}

export interface ExchangedInstall extends KeptInstall {
  readonly event: InstalledEvent
}

/** One exchange of the app that went well. */
export interface AppExchange {
  readonly answer: Uint8Array
  /** How its code came: null where this session did not see it come. */
  readonly cameBy: 'app' | 'owner' | null
}

/**
 * Keeps what the app has just been given: the token in the credential store, the install on record and in the journal. It is kept when it has the documented
 * shape, is for this app, and is an install that can be vouched for (docs/decisions/0020). The app goes on in any case, so a failure here is reported and
 * raises nothing. Null for what is not kept at all.
 */
export async function keepInstall(
  stage: Stage,
  tools: KeepTools,
  { answer, cameBy }: AppExchange,
): Promise<ExchangedInstall | null> {
  const { identity, control } = tools
  const { emit, options } = stage
  const appKey = options.project.config.key
  const granted = readGranted(stage, answer)
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
  const exchanged = installOf(granted, { identity, appKey, holder: 'app', holderDir, now: stage.tools.now() })
  // The exchange tells neither the store's code nor, for one region, its facts; the emulator knows them.
  const known = withStore(exchanged, (await control?.stores().catch(() => [])) ?? [])
  const install = withEarlier(known, earlierInstalls(stage, exchanged))
  const key = { identity, appKey, kind: 'token', storeId, regionId } as const
  let storedIn: string | null = null
  try {
    const { where } = await tools.credentials.set(key, token)
    // The owner of any store may begin their own install; commands go on to mean the store that they meant.
    const record = { paths: stage.tools.paths, credentials: tools.credentials }
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

/** Those on record; none where they cannot be read: the app goes on in any case. */
function earlierInstalls({ tools }: Stage, app: Install): readonly Install[] {
  try {
    return withInstalls(tools.paths, (installs) => installs.list(app))
  } catch {
    return []
  }
}

/** Null, and a report, for an answer that cannot be believed. */
function readGranted({ emit, options }: Stage, answer: Uint8Array): TokenExchangeAnswer | null {
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

/** The emulator itself says whether the app is installed there. The live platform cannot be asked: there the code must have come where this session looks on. */
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
    // The journal says so itself, with the next delivery.
  }
}
