import type { EndpointFacts } from '../../catalog/endpoint.ts'
import { catalogFacts } from '../../catalog/typed/facts.ts'
import { createClient } from '../../client/client.ts'
import type { Retries } from '../../client/retry.ts'
import { AppError } from '../../errors.ts'
import { isSuccess } from '../../http/status.ts'
import type { Send, WireRequest } from '../../http/wire.ts'
import { assembleCalls, type Catalog } from '../../sdk/assemble-calls.ts'
import { pinFactsOf } from '../../sdk/pin-facts.ts'
import { defined } from '../../text/defined.ts'
import { sha256Hex } from '../../text/sha256.ts'
import type { Trace } from '../database/queue.ts'
import type { StoredInstall } from '../install/install.ts'
import type { Api } from './api.ts'
import type { Pauses } from './pauses.ts'

export interface Opening {
  /** Region of calls without one: its id, code, country or currency. */
  readonly region: string | number | null
  readonly retries: Retries
  readonly signal: AbortSignal
  readonly trace?: Trace | undefined
}

export interface Apis {
  /** Opens the calls of an install. Throws `api.unauthorized` if its token cannot be used, and `pin.*` for a region that it does not have. */
  open(install: StoredInstall, opening: Opening): Api
  /** Returns how long a job of the install must wait after `api.rate-limited`, in ms. */
  turnMs(install: StoredInstall): Promise<number>
}

export interface ApisTools {
  readonly send: Send
  readonly baseUrl: () => string
  readonly pauses: Pauses
  readonly now: () => Date
  readonly random: () => number
  /** Called when the platform rejected the token. `pinned`: the call contained a region. */
  readonly onRejected: (install: StoredInstall, pinned: boolean) => Promise<void>
  /** Called when the platform accepted a token that it had rejected before. */
  readonly onAccepted: (install: StoredInstall) => Promise<void>
}

/** A page's read must end while the user waits, and a write is sent once. In ms. */
const READ_MS = { none: 10_000, short: 3_000, full: 10_000 }
const WRITE_MS = 15_000

/** At run time the client reads only these facts of an endpoint. Its schemas are for the CLI. */
const catalog = catalogFacts as unknown as Catalog satisfies Readonly<
  Record<string, Readonly<Record<string, EndpointFacts>>>
>

export function createApis(tools: ApisTools): Apis {
  const { pauses, now, random } = tools
  return {
    open(install, { region, retries, signal, trace }) {
      if (install.token === null) throw unusableToken()
      const core = createClient({
        send: sendFor(tools, install, { retries, ...defined({ trace }) }),
        baseUrl: new URL(tools.baseUrl()),
        token: install.token,
        install: pinFactsOf(factsOf(install, region), region === null ? undefined : String(region)),
        requestedScopes: null,
        limiter: { acquire: ({ key }) => pauses.acquire(key), close: () => {} },
        now,
        sleep,
        random,
        retries,
        signal,
      })
      return assembleCalls({ catalog, open: async () => core, sleep, signal })
    },
    turnMs: async ({ token }) => (token === null ? 0 : pauses.turnMs(sha256Hex(token))),
  }
}

function unusableToken(): AppError {
  return new AppError('api.unauthorized', "This install's token is no longer valid.", {
    suggestions: ['Reinstall the app in this store.'],
  })
}

function sendFor(
  { send, pauses, onRejected, onAccepted }: ApisTools,
  install: StoredInstall,
  { retries, trace }: Pick<Opening, 'retries' | 'trace'>,
): Send {
  let isNoted = false
  return async (request) => {
    const response = await send({
      ...request,
      headers: { ...request.headers, ...trace },
      timeoutMs: request.timeoutMs ?? (request.method === 'GET' ? READ_MS[retries] : WRITE_MS),
    })
    if (response.status === 429) await pauses.note(sha256Hex(install.token ?? ''), response)
    if (response.status === 401) await onRejected(install, isPinned(request))
    if (isSuccess(response.status) && install.isRejected && !isNoted) {
      isNoted = true
      await onAccepted(install)
    }
    return response
  }
}

function isPinned({ headers }: WireRequest): boolean {
  return headers['X-Region-Id'] !== undefined
}

/** A region may be newer than the list of regions: an event can contain it before the panel has read it. */
function factsOf({ regionId, regions, scopes }: StoredInstall, region: string | number | null) {
  const known = regions.map(({ id, code, currency }) => ({ id, code, currencyCode: currency }))
  const own = regionId ?? (typeof region === 'number' ? region : null)
  const isNew = own !== null && !known.some(({ id }) => id === own)
  const all = isNew ? [...known, { id: own, code: String(own) }] : known
  return {
    installScope: regionId === null ? ('store' as const) : ('region' as const),
    // The first region of a region-scoped install is the region that it is locked to.
    regions: regionId === null ? all : all.filter(({ id }) => id === regionId),
    scopes,
  }
}

function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) return reject(stopped())
    const timer = setTimeout(resolve, ms)
    signal?.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(stopped())
    })
  })
}

function stopped(): AppError {
  return new AppError('cli.interrupted', 'Stopped while waiting to send.', { details: { sent: false } })
}

/** Creates the calls of a page or a job on first use, because many need none. */
export function lazyApi(open: () => Api): Api {
  let opened: Api | undefined
  // Every member of an `Api` is a group of calls.
  return new Proxy({} as Api, {
    get: (_, name) => Reflect.get((opened ??= open()), name) as unknown,
    has: (_, name) => name in (opened ??= open()),
  })
}
