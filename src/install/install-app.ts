import type { TokenExchangeAnswer } from '../catalog/oauth.ts'
import { context as contextRoom } from '../catalog/resources/context.ts'
import { badAnswer } from '../client/check-answer.ts'
import { createClient } from '../client/client.ts'
import { createLimiter, type Limiter } from '../client/limiter.ts'
import type { Credentials } from '../credentials/credentials.ts'
import { AppError } from '../errors.ts'
import type { Send } from '../http/wire.ts'
import { openJournal } from '../journal/journal.ts'
import { appendInstall } from '../journal/journaled-installs.ts'
import type { AppConfig } from '../project/app-config.ts'
import { recordInstall, withInstalls, type Install, type InstallRegion, type TokenHolder } from '../project/installs.ts'
import type { StatePaths } from '../project/paths.ts'
import type { Target } from '../project/targets.ts'
import { findAppOfSecret, requireClientSecret } from './client-secret.ts'
import { mergeRegions, requireContext, type ContextFacts, type InstallationContext } from './context-facts.ts'
import { install } from './install.ts'
import { openCodeLedger } from './ledger.ts'
import type { Obtain } from './obtain.ts'
import { reportInstall, type InstallReport } from './report.ts'
import { storeToken } from './store-token.ts'

export interface InstallAppTools {
  readonly send: Send
  readonly credentials: Credentials
  readonly paths: StatePaths
  readonly now: () => Date
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>
  readonly randomBytes: (size: number) => Buffer
  readonly note: (text: string) => void
  readonly obtain: Obtain
  /** The last resort for a token that cannot be stored; see `storeToken`. */
  readonly rescue: (token: string) => Promise<string | null>
  /** Ends the exchange a moment after an interruption, so that a token that is on its way is still kept. */
  readonly signal: AbortSignal
  /** What the emulator knows of a store, for an install whose context answers 402; null elsewhere. */
  readonly lookUpStore: (storeId: number) => Promise<{ code: string; regions: readonly InstallRegion[] } | null>
}

export interface InstallAppInput {
  readonly config: AppConfig
  readonly target: Target
  readonly clientId: string
  readonly redirectUri: string
  readonly topics: readonly string[]
}

/** What `app install --json` prints. */
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
  /** Whether an earlier install of the same store and region, and with it its token, came to an end. */
  readonly replaced: boolean
  readonly paymentPending: boolean
}

/** Installs the app and puts it on record: token, install, current store, journal. Raises what `install` raises, and `install.no-secret`. */
export async function installApp(tools: InstallAppTools, input: InstallAppInput): Promise<InstalledApp> {
  const { paths, now, sleep } = tools
  const ledger = openCodeLedger(paths.codesDb)
  const limiter = createLimiter({ path: paths.limiterDb, now, sleep })
  try {
    const answer = await obtainToken({ ...tools, ledger, limiter }, input)
    const seen = await readContext({ ...tools, limiter }, { answer, target: input.target })
    const record = recordOf(answer, { input, seen, now: now() })
    const heldBefore = holderOf(tools, record)
    const replaced = putOnRecord(tools, record)
    const { config, topics } = input
    const report = reportInstall({
      asked: config.scopes,
      granted: record.scopes,
      topics,
      replaced,
      isPaymentPending: seen.isPaymentPending,
      holder: 'cli',
      heldBefore,
    })
    const { identity: _identity, installedAt: _installedAt, holder: _holder, refusedAt: _refusedAt, ...shown } = record
    return { ...shown, replaced, paymentPending: seen.isPaymentPending, ...report }
  } finally {
    limiter.close()
    ledger.close()
  }
}

type WithStores = InstallAppTools & { ledger: ReturnType<typeof openCodeLedger>; limiter: Limiter }

async function obtainToken(tools: WithStores, { config, target, clientId, redirectUri }: InstallAppInput) {
  const { credentials, now, randomBytes, obtain, ledger, send, limiter, signal } = tools
  const app = { identity: target.identity, appKey: config.key }
  const { secret, place } = await requireClientSecret(credentials, { ...app, target: target.name })
  return install(
    {
      probe: () => credentials.probe(),
      obtain,
      exchange: { send, limiter, now, signal },
      ledger,
      keep: ({ access_token: token, store_id: storeId, region_id: regionId }) =>
        storeToken(credentials, { key: { ...app, kind: 'token', storeId, regionId }, token }, tools),
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
      secretPlace: place,
      redirectUri,
      scopes: [...config.scopes.required, ...config.scopes.optional],
    },
  )
}

/** The store's code and all regions. Nothing that goes wrong here undoes the install: it is reported, and the rest is learnt by a later `app context`. */
async function readContext(
  { send, limiter, now, sleep, note, lookUpStore }: InstallAppTools & { limiter: Limiter },
  { answer, target }: { answer: TokenExchangeAnswer; target: Target },
): Promise<ContextFacts> {
  const { access_token: token, region_id: regionId, install_scope: installScope, scopes } = answer
  const client = createClient({
    send,
    baseUrl: target.baseUrl,
    token,
    install: { installScope, regionId, regions: [], scopes },
    requestedScopes: null,
    limiter,
    now,
    sleep,
    random: () => 0,
  })
  try {
    const seen = contextOf((await client.call(contextRoom.get)).body, answer)
    return { storeCode: seen.store.code, regions: mergeRegions(answer.regions, seen.regions), isPaymentPending: false }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const isPaymentPending = error.code === 'api.payment-pending'
    if (!isPaymentPending) note(`Installed, but the context could not be read: ${error.message}`)
    const store = await lookUpStore(answer.store_id)
    const own = store?.regions.filter(({ id }) => regionId === null || id === regionId)
    return { storeCode: store?.code ?? null, regions: own ?? mergeRegions(answer.regions, null), isPaymentPending }
  }
}

/** The context of the very store that the exchange has named. Raises `api.bad-answer`. */
function contextOf(body: unknown, { store_id: storeId }: TokenExchangeAnswer): InstallationContext {
  const seen = requireContext(body)
  if (seen.store.id === storeId) return seen
  throw badAnswer({ what: 'The context that the platform answered' }, `is of store ${seen.store.id}, not of ${storeId}`)
}

interface RecordFacts {
  readonly input: InstallAppInput
  readonly seen: ContextFacts
  readonly now: Date
}

function recordOf(answer: TokenExchangeAnswer, { input, seen, now }: RecordFacts): Install {
  return {
    identity: input.target.identity,
    appKey: input.config.key,
    storeId: answer.store_id,
    storeCode: seen.storeCode,
    regionId: answer.region_id,
    installScope: answer.install_scope,
    scopes: answer.scopes,
    regions: seen.regions,
    storeName: answer.store_name,
    storeDomain: answer.store_domain,
    installedAt: now.toISOString(),
    holder: 'cli',
  }
}

/** Who has the token that this install revokes. */
function holderOf({ paths }: InstallAppTools, record: Install): TokenHolder | undefined {
  return withInstalls(paths, (installs) => installs.find(record))?.holder
}

function putOnRecord({ paths, now, note }: InstallAppTools, record: Install): boolean {
  try {
    return recordInstall(paths, record)
  } finally {
    journalInstall({ paths, now, note }, record)
  }
}

/** The journal is a record for people: what goes wrong with it does not undo an install. */
function journalInstall({ paths, now, note }: Pick<InstallAppTools, 'paths' | 'now' | 'note'>, record: Install): void {
  const { appKey, storeId, regionId, installScope, scopes } = record
  try {
    const journal = openJournal({ path: paths.journalDb, appKey })
    try {
      const region = regionId === null ? null : String(regionId)
      appendInstall(journal, {
        at: now(),
        storeId: String(storeId),
        regionId: region,
        installScope,
        scopes,
        exchangedBy: 'cli',
      })
    } finally {
      journal.close()
    }
  } catch (error) {
    note(`Not written into the journal: ${error instanceof Error ? error.message : 'unknown reason'}`)
  }
}
