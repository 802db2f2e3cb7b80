import type { TokenExchangeAnswer } from '../catalog/oauth.ts'
import { badAnswer } from '../client/check-answer.ts'
import { readContext } from '../client/installation-context.ts'
import { createLimiter, type Limiter } from '../client/limiter.ts'
import type { Context } from '../context.ts'
import type { Store } from '../control/contract.ts'
import type { Credentials } from '../credentials/credentials.ts'
import { AppError } from '../errors.ts'
import { messageOf } from '../errors/thrown.ts'
import { openJournal } from '../journal/journal.ts'
import type { AppConfig } from '../project/app-config.ts'
import { withInstalls, type Install, type InstallRegion } from '../project/installs.ts'
import type { Target } from '../project/targets.ts'
import { findAppOfSecret, requireClientSecret } from './client-secret.ts'
import { install } from './install.ts'
import { openCodeLedger, type CodeLedger } from './ledger.ts'
import type { Obtain } from './obtain.ts'
import { installOf, journalInstall, recordExchanged, withContext, withEarlier, withStore } from './record.ts'
import { reportInstall, type InstallReport } from './report.ts'
import { storeToken } from './store-token.ts'

export interface InstallAppTools extends Pick<Context, 'send' | 'paths' | 'now' | 'sleep' | 'randomBytes'> {
  readonly credentials: Credentials
  readonly note: (text: string) => void
  readonly obtain: Obtain
  /** Last resort for a token that cannot be stored; see `storeToken`. */
  readonly rescue: (token: string) => Promise<string | null>
  /** Aborts the exchange shortly after an interruption, so that a token in flight is still stored. */
  readonly signal: AbortSignal
  /** Returns the emulator's stores, for an install whose context request fails with 402. Empty on the live platform. */
  readonly stores: () => Promise<readonly Store[]>
}

export interface InstallAppInput {
  readonly config: AppConfig
  readonly target: Target
  readonly clientId: string
  readonly redirectUri: string
  readonly topics: readonly string[]
}

/** Output of `app install --json`. */
export interface InstalledApp extends InstallReport {
  readonly appKey: string
  readonly storeId: number
  readonly storeCode: string | null
  readonly regionId: number | null
  readonly installScope: 'region' | 'store'
  readonly scopes: readonly string[]
  readonly regions: readonly InstallRegion[]
  readonly storeName: string
  readonly storeDomain: string
  /** Whether this replaced an earlier install for the same store and region and revoked its token. */
  readonly replaced: boolean
  readonly paymentPending: boolean
}

/** Installs the app and records it: token, install, current store, journal. Raises what `install` raises, and `install.no-secret`. */
export async function installApp(tools: InstallAppTools, input: InstallAppInput): Promise<InstalledApp> {
  const { paths, now, sleep } = tools
  const ledger = openCodeLedger(paths.codesDb)
  const limiter = createLimiter({ path: paths.limiterDb, now, sleep })
  try {
    const answer = await obtainToken({ ...tools, ledger, limiter }, input)
    const { config, target, topics } = input
    const obtained = installOf(answer, { identity: target.identity, appKey: config.key, holder: 'cli', now: now() })
    const { record, isPaymentPending } = await withContextRead(
      { ...tools, limiter },
      { install: obtained, target, answer },
    )
    // Holder of the token that this install revokes.
    const heldBefore = withInstalls(paths, (installs) => installs.find(record))?.holder
    const replaced = await putOnRecord(tools, record)
    const report = reportInstall({
      asked: config.scopes,
      granted: record.scopes,
      topics,
      replaced,
      isPaymentPending,
      holder: 'cli',
      heldBefore,
      target: target.name,
    })
    const { identity: _identity, installedAt: _installedAt, ...named } = record
    const { holder: _holder, holderDir: _holderDir, refusedAt: _refusedAt, ...shown } = named
    return { ...shown, replaced, paymentPending: isPaymentPending, ...report }
  } finally {
    limiter.close()
    ledger.close()
  }
}

type ExchangingTools = InstallAppTools & { ledger: CodeLedger; limiter: Limiter }

async function obtainToken(tools: ExchangingTools, { config, target, clientId, redirectUri }: InstallAppInput) {
  const { credentials, now, randomBytes, obtain, ledger, send, limiter, signal } = tools
  const app = { identity: target.identity, appKey: config.key }
  const { secret, source } = await requireClientSecret(credentials, { ...app, target: target.name })
  return install(
    {
      probe: () => credentials.probe({ identity: target.identity }),
      obtain,
      exchange: { send, limiter, now, signal },
      ledger,
      keep: ({ access_token: token, store_id: storeId, region_id: regionId }) =>
        storeToken(credentials, { ...app, kind: 'token', storeId, regionId }, token, tools),
      appOfSecret: (sent) => findAppOfSecret(credentials, { ...app, secret: sent }),
      now,
      randomBytes,
    },
    {
      ...app,
      baseUrl: target.baseUrl,
      adminUrl: target.adminUrl,
      clientId,
      clientSecret: secret,
      secretSource: source,
      redirectUri,
      scopes: [...config.scopes.required, ...config.scopes.optional],
    },
  )
}

interface ObtainedInstall {
  readonly install: Install
  readonly answer: TokenExchangeAnswer
  readonly target: Target
}

interface Completed {
  readonly record: Install
  readonly isPaymentPending: boolean
}

/** Adds the store's code and all regions. A failure does not undo the install: it is reported, and a later `app context` reads the rest. */
async function withContextRead(
  { send, limiter, now, sleep, note, stores, paths }: InstallAppTools & { limiter: Limiter },
  { install: installed, answer, target }: ObtainedInstall,
): Promise<Completed> {
  const { baseUrl } = target
  const { access_token: token } = answer
  try {
    const context = await readContext({
      send,
      baseUrl,
      token,
      requestedScopes: null,
      limiter,
      now,
      sleep,
      random: () => 0,
    })
    if (context.store.id !== installed.storeId) {
      const what = "The platform's context response"
      throw badAnswer({ what }, `is for store ${context.store.id}, not ${installed.storeId}`)
    }
    return { record: withContext(installed, context), isPaymentPending: false }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const isPaymentPending = error.code === 'api.payment-pending'
    if (!isPaymentPending) note(`The app is installed, but its context could not be read: ${error.message}`)
    const earlier = withInstalls(paths, (installs) => installs.list(installed))
    return { record: withEarlier(withStore(installed, await stores()), earlier), isPaymentPending }
  }
}

async function putOnRecord(tools: InstallAppTools, record: Install): Promise<boolean> {
  try {
    return await recordExchanged(tools, record)
  } finally {
    noteInJournal(tools, record)
  }
}

/** A journal failure does not undo an install. */
function noteInJournal({ paths, note }: InstallAppTools, record: Install): void {
  try {
    const journal = openJournal({ path: paths.journalDb, appKey: record.appKey })
    try {
      journalInstall(journal, record)
    } finally {
      journal.close()
    }
  } catch (error) {
    note(`The install is not in the journal: ${messageOf(error)}`)
  }
}
