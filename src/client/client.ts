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
import { refusal } from './rejection.ts'
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
  /** Scopes that the project requests; null without a project. Only for the message of a 403. */
  readonly requestedScopes: readonly string[] | null
  readonly limiter: Limiter
  /** Request the true cause of a rejection, which only the emulator reports (`X-Emulator-Debug`). */
  readonly debug?: boolean
  /** Whether the platform is the emulator. Only for error messages. */
  readonly isEmulator?: boolean
  /** Where the token came from. Only for error messages. */
  readonly tokenSource?: SecretOrigin | null
  /** Called with each response, with the token removed. */
  readonly onResponse?: (response: WireResponse) => void
}

/** Input of a call; each part only if the endpoint has it. */
export interface CallInput<E extends EndpointFacts = EndpointFacts> {
  readonly params?: InputOf<E>['params']
  readonly query?: Partial<InputOf<E>['query']>
  /** An object is sent as JSON with every digit kept, and a file in a form; text, bytes or a finished form are sent unchanged. */
  readonly body?: InputOf<E>['body'] | string | Uint8Array | Form
  /** Id, code, country or currency. */
  readonly region?: string | undefined
}

export interface CallResult<Body = unknown> {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** The response byte for byte, except a token in it. */
  readonly bytes: Uint8Array
  /** `bytes` as JSON with every digit kept; null if it is not JSON. */
  readonly body: Body | null
  /** Set if a 2xx failed in part (`api.partial-failure`): show the response first, then raise it. */
  readonly failure: AppError | null
}

export interface Client {
  call<E extends EndpointFacts>(endpoint: E, input?: CallInput<E>): Promise<CallResult<ResponseOf<E>>>
  /** Returns the request that `call` would send, after the same checks, without sending it. It contains the token. */
  prepare<E extends EndpointFacts>(endpoint: E, input?: CallInput<E>): WireRequest
}

/**
 * Creates the REST client of one install. Before sending, it checks the path (`api.bad-path`), resolves the pin (`pin.*`) and reserves a
 * slot in the token's budget (`api.rate-limited`; `cli.interrupted` while it waits). A non-2xx raises `api.*`, and so does a 2xx without
 * the endpoint's shape (`api.bad-response`); the transport raises `net.*`. No error and no response contains the token.
 */
export function createClient(tools: ClientTools): Client {
  if (!/^[\u0021-\u007e]+$/.test(tools.token)) {
    throw new AppError(
      'api.unauthorized',
      'The token is empty or contains a space, a control character or a non-ASCII character. Nothing was sent.',
      {
        suggestions: [
          tools.tokenSource?.backend === 'environment'
            ? `Correct or unset ${tools.tokenSource.where}, which contains the token.`
            : 'Run `app install` again.',
        ],
      },
    )
  }
  return {
    call: async <E extends EndpointFacts>(endpoint: E, input: CallInput<E> = {}) =>
      perform<ResponseOf<E>>(tools, planCall(endpoint, input)),
    prepare: (endpoint, input = {}) => buildRequest(tools, planCall(endpoint, input)).request,
  }
}

/** A request before the install is applied to it. */
export interface Plan {
  readonly endpoint: EndpointFacts | null
  readonly method: string
  readonly path: string
  readonly rule: PinRule
  readonly params: Readonly<Record<string, string | number>>
  readonly query: Readonly<Record<string, QueryValue>>
  readonly body: unknown
  readonly region: string | undefined
  /** Whether the response is returned unchanged, whatever it contains. */
  readonly isRaw: boolean
}

function planCall<E extends EndpointFacts>(endpoint: E, input: CallInput<E>): Plan {
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

/** Returns the request of a plan and the region that it is pinned to. */
export function buildRequest(tools: ClientTools, plan: Plan): { request: WireRequest; pinned: number | null } {
  const { install, token, signal } = tools
  const url = apiUrl(tools.baseUrl, plan.path, plan.query)
  const pinned = resolvePin(install, { region: plan.region, rule: plan.rule })
  const { type, body } = readContent(plan)
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
  const { request, pinned } = buildRequest(tools, plan)
  // The key of the budget is a digest, because all processes share the database and it must never contain the token.
  const budget = { key: sha256Hex(token), perMinute: limits.requestsPerMinutePerToken }
  const attempt = async () => {
    await limiter.acquire(budget)
    const response = hideToken(await send(request), token)
    tools.onResponse?.(response)
    body = isSuccess(response.status) ? readBody(response.body) : null
    return response
  }
  // The type is the documented one. It is not enforced, because readers are liberal (P5).
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
  // A raw read returns any response; a raw write must not look successful.
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

/** 8 MiB take more than a minute at 1 Mbit/s. */
const UPLOAD_TIMEOUT_MS = 120_000

/** Returns the content to send and its type. */
function readContent({ endpoint, body }: Pick<Plan, 'endpoint' | 'body'>): {
  type: string
  body: string | Uint8Array | undefined
} {
  if (body === undefined || typeof body === 'string' || body instanceof Uint8Array) return { type: JSON_TYPE, body }
  if (body instanceof Form) return { type: body.type, body: body.bytes }
  // The input type guarantees the file of an upload endpoint.
  if (endpoint?.upload) return readContent({ endpoint, body: formOf(endpoint.upload, body as UploadedFile) })
  return { type: JSON_TYPE, body: JSON.stringify(body) }
}
