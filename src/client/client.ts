import type { EndpointFacts, InputOf, PinRule, ResponseOf, UploadedFile } from '../catalog/endpoint.ts'
import { limits } from '../catalog/limits.ts'
import { AppError } from '../errors.ts'
import { isSuccess } from '../http/status.ts'
import type { Send, WireRequest, WireResponse } from '../http/wire.ts'
import { defined } from '../text/defined.ts'
import type { SecretOrigin } from '../text/origins/secret-source.ts'
import { sha256Hex } from '../text/sha256.ts'
import { apiUrl, endpointPath, type QueryValue } from './address.ts'
import { checkShape, isTruncated } from './answer-shape.ts'
import { readBody } from './body.ts'
import { hideToken } from './hide-token.ts'
import { isPage } from './intercepted.ts'
import type { Limiter } from './limiter.ts'
import { resolvePin, type PinFacts } from './pin.ts'
import { refusal } from './refusal.ts'
import { isRepeatable, withRetries, type RetryTools } from './retry.ts'
import { partialFailure } from './rows/partial-failure.ts'
import { rowsSent } from './rows/rows-sent.ts'
import { Form, formOf } from './upload/form.ts'

export interface ClientTools extends RetryTools {
  readonly send: Send
  /** The target's `{base_url}`. */
  readonly baseUrl: URL
  readonly token: string
  readonly install: PinFacts & { readonly scopes: readonly string[] }
  /** What the project asks for; null without one. Only for the words of a 403. */
  readonly requestedScopes: readonly string[] | null
  readonly limiter: Limiter
  /** Ask for the true cause of a refusal, which the emulator alone tells (`X-Emulator-Debug`). */
  readonly debug?: boolean
  /** Whether the platform is the emulator. Only for the words of a refusal. */
  readonly isEmulator?: boolean
  /** Where the token came from. Only for the words of a rejection. */
  readonly tokenSource?: SecretOrigin | null
  /** Called with each response, token removed. */
  readonly onResponse?: (response: WireResponse) => void
}

/** What a call needs; each part only as far as the endpoint has it. */
export interface CallInput<E extends EndpointFacts = EndpointFacts> {
  readonly params?: InputOf<E>['params']
  readonly query?: Partial<InputOf<E>['query']>
  /** An object is sent as JSON with every digit kept, a file in a form; text, bytes or a form that is made already are sent as they are. */
  readonly body?: InputOf<E>['body'] | string | Uint8Array | Form
  /** Id, code, country or currency. */
  readonly region?: string | undefined
}

export interface CallResult<Body = unknown> {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** What arrived, byte for byte but for a token in it. */
  readonly bytes: Uint8Array
  /** `bytes` as JSON with every digit kept; null when it is not JSON. */
  readonly body: Body | null
  /** Set when a 2xx did not do all of it (`api.partial-failure`): show the answer first, then raise it. */
  readonly failure: AppError | null
}

export interface Client {
  call<E extends EndpointFacts>(endpoint: E, input?: CallInput<E>): Promise<CallResult<ResponseOf<E>>>
  /** The request that `call` would send, with every check that it makes before; nothing is sent. It holds the token. */
  prepare<E extends EndpointFacts>(endpoint: E, input?: CallInput<E>): WireRequest
}

/**
 * The REST client of one install. Before anything is sent it checks the path (`api.bad-path`), resolves the pin (`pin.*`) and takes a place in the
 * token's budget (`api.rate-limited`; `cli.interrupted` while it waits). A non-2xx raises `api.*`, and so does a 2xx without the shape of its endpoint (`api.bad-response`); the transport raises
 * `net.*`. No error and no answer holds the token.
 */
export function createClient(tools: ClientTools): Client {
  if (!/^[\u0021-\u007e]+$/.test(tools.token)) {
    throw new AppError(
      'api.unauthorized',
      'The stored token is empty or contains spaces or control characters. Nothing was sent.',
      {
        suggestions: [
          tools.tokenSource?.backend === 'environment'
            ? `The token came from ${tools.tokenSource.where}. Correct or unset this variable.`
            : 'Run `app install` again.',
        ],
      },
    )
  }
  return {
    call: async <E extends EndpointFacts>(endpoint: E, input: CallInput<E> = {}) =>
      perform<ResponseOf<E>>(tools, planOf(endpoint, input)),
    prepare: (endpoint, input = {}) => requestOf(tools, planOf(endpoint, input)).request,
  }
}

/** One request before the install is applied to it. */
export interface Plan {
  readonly endpoint: EndpointFacts | null
  readonly method: string
  readonly path: string
  readonly rule: PinRule
  readonly params: Readonly<Record<string, string | number>>
  readonly query: Readonly<Record<string, QueryValue>>
  readonly body: unknown
  readonly region: string | undefined
  /** Whether the answer is shown as it came, whatever it is. */
  readonly isRaw: boolean
}

function planOf<E extends EndpointFacts>(endpoint: E, input: CallInput<E>): Plan {
  const params = (input.params ?? {}) as Plan['params']
  return {
    endpoint,
    method: endpoint.method,
    path: endpointPath(endpoint.path, params),
    rule: endpoint.pin,
    params,
    query: (input.query ?? {}) as Plan['query'],
    body: input.body,
    region: input.region,
    isRaw: false,
  }
}

/** The request of a plan, and the region that it is pinned to. */
export function requestOf(tools: ClientTools, plan: Plan): { request: WireRequest; pinned: number | null } {
  const { install, token, signal } = tools
  const url = apiUrl(tools.baseUrl, plan.path, plan.query)
  const pinned = resolvePin(install, { region: plan.region, rule: plan.rule })
  const { type, body } = contentOf(plan)
  const headers = {
    Accept: 'application/json',
    Authorization: `Bearer ${token}`,
    ...(pinned === null ? {} : { 'X-Region-Id': String(pinned) }),
    ...(body === undefined ? {} : { 'Content-Type': type }),
    ...(tools.debug === true ? { 'X-Emulator-Debug': '1' } : {}),
  }
  const rest = {
    ...defined({ body, signal }),
    ...(plan.endpoint?.upload === undefined ? {} : { timeoutMs: UPLOAD_TIMEOUT_MS }),
  }
  return { request: { method: plan.method, url, headers, ...rest }, pinned }
}

/** Sends a plan and reads the response. */
export async function perform<Body>(tools: ClientTools, plan: Plan): Promise<CallResult<Body>> {
  const { install, limiter, send, token } = tools
  const { request, pinned } = requestOf(tools, plan)
  // The budget is named by a digest: the database that all processes share never holds the token.
  const budget = { key: sha256Hex(token), perMinute: limits.requestsPerMinutePerToken }
  const attempt = async () => {
    await limiter.acquire(budget)
    const response = hideToken(await send(request), token)
    tools.onResponse?.(response)
    body = isSuccess(response.status) ? readBody(response.body) : null
    return response
  }
  // The type is what the documents promise; readers stay liberal (P5), so it is not enforced here.
  let body: unknown = null
  const isCutOff = (response: WireResponse) => body === null && isTruncated(response)
  const finalStatuses = plan.endpoint?.errors.map(({ status }) => status) ?? []
  const { retries = 'full' } = tools
  const isRepeated = retries !== 'none' && mayRepeat(plan)
  const response = await (isRepeated ? withRetries({ ...tools, finalStatuses, isCutOff }, attempt) : attempt())
  const { status, headers, body: bytes } = response
  if (!isSuccess(status)) {
    throw refusal(response, {
      endpoint: plan.endpoint,
      grantedScopes: install.scopes,
      requestedScopes: tools.requestedScopes,
      regions: install.regions,
      pinned,
      now: tools.now(),
      isEmulator: tools.isEmulator === true,
      ...defined({ tokenSource: tools.tokenSource }),
      isRead: plan.method === 'GET',
      rows: () => rowsSent(request.body),
    })
  }
  // A raw read shows what came; a raw write must not pass for done.
  const isShown = plan.isRaw && (plan.method === 'GET' || !isPage(response))
  if (plan.endpoint !== null && !isShown)
    checkShape(plan.endpoint, response, body, { ...plan, query: request.url.searchParams })
  return {
    status,
    headers,
    bytes,
    body: body as Body | null,
    failure: partialFailure(body, { isWrite: plan.method !== 'GET' }),
  }
}

function mayRepeat({ endpoint, method, query, params, body }: Plan): boolean {
  return endpoint === null ? method === 'GET' : isRepeatable(endpoint.idempotency, { query, params, body })
}

const JSON_TYPE = 'application/json'

/** 8 MiB take more than a minute over a line of 1 Mbit/s. */
const UPLOAD_TIMEOUT_MS = 120_000

/** What is sent, and what it is. */
function contentOf({ endpoint, body }: Pick<Plan, 'endpoint' | 'body'>): {
  type: string
  body: string | Uint8Array | undefined
} {
  if (body === undefined || typeof body === 'string' || body instanceof Uint8Array) return { type: JSON_TYPE, body }
  if (body instanceof Form) return { type: body.type, body: body.bytes }
  // The file of an upload endpoint, as its input type says.
  if (endpoint?.upload) return contentOf({ endpoint, body: formOf(endpoint.upload, body as UploadedFile) })
  return { type: JSON_TYPE, body: JSON.stringify(body) }
}
