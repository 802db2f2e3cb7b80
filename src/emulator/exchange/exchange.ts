import { messages } from '../../catalog/errors.ts'
import { limits } from '../../catalog/limits.ts'
import type { TokenExchangeAnswer } from '../../catalog/oauth.ts'
import type { RequestRow } from '../../control/contract.ts'
import { digestSecret } from '../../protocol/access-token.ts'
import { transaction } from '../../storage/database.ts'
import { parseObject } from '../../text/json.ts'
import type { EmulatorContext } from '../context.ts'
import { showsCause } from '../debug-header.ts'
import { BrokenConnection } from '../faults/broken-connection.ts'
import { takeFault } from '../faults/take-fault.ts'
import { findClient } from '../platform/apps.ts'
import { storeWideRegions } from '../platform/stores.ts'
import { createRateLimit } from '../rate-limit.ts'
import { createRing } from '../ring.ts'
import { findGrant, type ExchangeFields, type GoodGrant } from './find-grant.ts'
import { exchangeOf, install } from './install.ts'

export interface Exchange {
  /** `fault` is the fault's text in the row of a successful exchange. Rejects with a `BrokenConnection` if a fault drops the response. */
  readonly fetch: (request: Request, info: { address: string; fault?: string | null }) => Promise<Response>
  /** Returns the app with the request's `clientId`, or null if it is unknown. */
  readonly appKeyOf: (request: Request) => Promise<string | null>
  /** Requests with the true cause of each rejection, newest first. */
  readonly requests: () => RequestRow[]
}

/** Result of an exchange, for the response and for the row that only the developer sees. */
interface Outcome {
  readonly status: number
  readonly body: unknown
  readonly cause: string | null
  readonly appKey?: string | null
  readonly storeId?: number
  readonly regionId?: number | null
  readonly retryAfterSeconds?: number
  /** True if a fault drops the response: the exchange is done, but the caller does not know. */
  readonly isDropped?: boolean
}

const KEPT_ROWS = 500

/** Creates `POST /api/apps/oauth/token` (EXCH-001 to EXCH-052). It is outside the API's common rules and has its own limit. Authorization is never read. */
export function createExchange(context: EmulatorContext): Exchange {
  const limit = createRateLimit(limits.exchangesPerMinutePerAddress, context.settings)
  const rows = createRing<RequestRow>(KEPT_ROWS)
  return {
    fetch: async (request, { address, fault = null }) => {
      const at = context.now()
      const waitSeconds = limit(address, at.getTime())
      const outcome: Outcome = waitSeconds === 0 ? await exchange(context, request) : tooMany(waitSeconds)
      const row = rowOf({ ...outcome, cause: outcome.cause ?? fault }, request, at)
      rows.add(row)
      context.notify({ kind: 'request', row })
      if (outcome.isDropped === true) throw new BrokenConnection(null)
      return answer(outcome, showsCause(context, request))
    },
    appKeyOf: async (request) => {
      const fields = readFields(request.headers.get('content-type') ?? '', await request.clone().text())
      return fields === null ? null : (findClient(context, fields.clientId)?.app.app_key ?? null)
    },
    requests: rows.list,
  }
}

async function exchange(context: EmulatorContext, request: Request): Promise<Outcome> {
  const fields = readFields(request.headers.get('content-type') ?? '', await request.text())
  if (fields === null) return { status: 400, body: failure(messages.exchangeFieldsMissing), cause: 'fields-missing' }
  const appKey = findClient(context, fields.clientId)?.app.app_key ?? 'an app'
  const work = () => exchangeCode(context, fields)
  return context.setUpCodes.delete(digestSecret(fields.code))
    ? work()
    : context.step(`code exchanged by ${appKey}`, work)
}

/** One transaction: of any number of parallel attempts with one code, one commits (INST-054, EXCH-045). */
function exchangeCode(context: EmulatorContext, fields: ExchangeFields): Outcome {
  return transaction(context.registry, (): Outcome => {
    const found = findGrant(context, fields)
    if (!found.ok) {
      const { cause, appKey } = found
      return { status: 401, body: failure(messages.exchangeFailed), cause, appKey }
    }
    const { grant } = found
    const body = success(context, grant, install(context, grant))
    const isDropped = takeFault(context, exchangeOf(grant.app), (kind) => kind === 'drop-exchange-response') !== null
    return {
      status: 200,
      body,
      cause: isDropped ? 'fault drop-exchange-response' : null,
      isDropped,
      appKey: grant.app.app_key,
      storeId: grant.store.id,
      regionId: grant.regionId,
    }
  })
}

/** Only the exact camelCase names bind. Anything except a non-empty text counts as missing (EXCH-007, B13). */
function readFields(contentType: string, text: string): ExchangeFields | null {
  if (!/^application\/([\w.-]+\+)?json\b/i.test(contentType)) return null
  const { clientId, clientSecret, code } = parseObject(text) ?? {}
  if (!isFilled(clientId) || !isFilled(clientSecret) || !isFilled(code)) return null
  return { clientId, clientSecret, code }
}

function isFilled(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== ''
}

function success(
  context: EmulatorContext,
  { app, store, regionId, scopes }: GoodGrant,
  token: string,
): TokenExchangeAnswer {
  const regions = storeWideRegions(context, store.id, app.countries).map(({ id, code, currencyCode, domain }) => ({
    id,
    code,
    currency: currencyCode,
    domain,
  }))
  return {
    success: true,
    access_token: token,
    token_type: 'Bearer',
    scopes: [...scopes],
    app_key: app.app_key,
    store_id: store.id,
    region_id: regionId,
    install_scope: regionId === null ? 'store' : 'region',
    regions: regionId === null ? regions : null,
    store_name: store.name,
    store_domain: store.domain,
  }
}

function failure(message: string) {
  return { success: false, message }
}

function tooMany(retryAfterSeconds: number): Outcome {
  return { status: 429, body: failure('Too many requests.'), cause: 'address-limit', retryAfterSeconds }
}

function answer({ status, body, cause, retryAfterSeconds }: Outcome, showCause: boolean): Response {
  const headers = new Headers({ 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store' })
  if (retryAfterSeconds !== undefined) headers.set('Retry-After', String(retryAfterSeconds))
  if (showCause && cause !== null) headers.set('X-Emulator-Cause', cause)
  return new Response(JSON.stringify(body), { status, headers })
}

function rowOf(outcome: Outcome, request: Request, at: Date): RequestRow {
  return {
    at: at.toISOString(),
    method: request.method,
    path: new URL(request.url).pathname,
    status: outcome.status,
    appKey: outcome.appKey ?? null,
    storeId: outcome.storeId ?? null,
    regionId: outcome.regionId ?? null,
    ms: 0,
    cause: outcome.cause,
  }
}
