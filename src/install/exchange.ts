import { limits } from '../catalog/limits.ts'
import { tokenExchange, type TokenExchangeAnswer } from '../catalog/oauth.ts'
import { isTruncated } from '../client/answer-shape.ts'
import { intercepted, isIntercepted, isPage, partsOf } from '../client/intercepted.ts'
import type { Limiter } from '../client/limiter.ts'
import { readRejection } from '../client/rejection.ts'
import { retryAfterMs } from '../client/retry.ts'
import { AppError, hasCode } from '../errors.ts'
import type { Send, WireResponse } from '../http/wire.ts'
import { defined } from '../text/defined.ts'
import { readExchangeAnswer } from './exchange-answer.ts'

export interface ExchangeTools {
  readonly send: Send
  readonly limiter: Limiter
  readonly now: () => Date
  readonly signal?: AbortSignal
}

export interface ExchangeInput {
  /** The app that the response must be for. */
  readonly appKey: string
  readonly baseUrl: URL
  readonly clientId: string
  readonly clientSecret: string
  readonly code: string
}

export type ExchangeOutcome =
  | { readonly ok: true; readonly answer: TokenExchangeAnswer }
  /** The 401 with seven causes; `date` is the platform's clock. */
  | { readonly ok: false; readonly reason: 'rejected'; readonly platformDate: Date | null }

/**
 * Exchanges the code: exactly one POST, camelCase, without Authorization, grant_type or redirect_uri
 * (EXCH-001 to EXCH-012). It is retried once, only if the connection failed before any byte was sent (P18).
 *
 * Raises `install.response-lost` if the code may be spent without a token, `api.bad-response` for a 200 that
 * does not answer this exchange, `api.rate-limited` for a 429, `api.error` for other rejections, and
 * transport errors while nothing was sent. No error contains the secret, code or token.
 */
export async function exchangeCode(tools: ExchangeTools, input: ExchangeInput): Promise<ExchangeOutcome> {
  await tools.limiter.acquire({
    key: `exchange ${input.baseUrl.origin}`,
    perMinute: limits.exchangesPerMinutePerAddress,
  })
  const response = await postOnce(tools, input)
  if (response.status === 200) return { ok: true, answer: readAnswer(response, input.appKey) }
  if (response.status < 500 && isIntercepted(response)) throw intercepted(response, { reassurance: NOT_EXCHANGED })
  if (response.status === 401) return { ok: false, reason: 'rejected', platformDate: dateOf(response) }
  if (response.status === 429) throw limited(response, tools.now())
  if (response.status >= 500)
    throw answerLost(
      isPage(response)
        ? `a gateway returned ${response.status} with ${partsOf(response)}`
        : `the platform returned ${response.status}`,
      { first: WAIT_FIRST },
    )
  const { message } = readRejection(response)
  throw new AppError(
    'api.error',
    `The platform rejected the exchange: ${response.status}${message === null ? '' : `, “${message}”`}.`,
    {
      details: { status: response.status },
    },
  )
}

async function postOnce({ send, signal }: ExchangeTools, input: ExchangeInput): Promise<WireResponse> {
  const { clientId, clientSecret, code, baseUrl } = input
  const base = baseUrl.href.replace(/\/+$/, '')
  const post = () =>
    send({
      method: tokenExchange.method,
      url: new URL(base + tokenExchange.path),
      headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
      body: JSON.stringify({ clientId, clientSecret, code }),
      ...defined({ signal }),
    })
  try {
    return await post()
  } catch (error) {
    if (!wasNeverSent(error)) throw lostOr(error)
  }
  try {
    return await post()
  } catch (error) {
    throw wasNeverSent(error) ? error : lostOr(error)
  }
}

/** Only a transport that is certain reports `sent: false`, and only a broken connection may be retried: a rejected target stays rejected. */
function wasNeverSent(error: unknown): boolean {
  return hasCode(error, 'net.unreachable') && error.details['sent'] === false
}

function lostOr(error: unknown): unknown {
  const isLost = hasCode(error, 'net.unreachable', 'net.timeout', 'net.too-large', 'cli.interrupted')
  if (!isLost || error.details['sent'] === false) return error
  if (error.code === 'cli.interrupted') {
    return new AppError('cli.interrupted', 'Stopped during the code exchange.', {
      suggestions: [LOST_ADVICE],
    })
  }
  return answerLost('the connection failed after the code was sent', { cause: error })
}

export const LOST_ADVICE =
  'Run `app install` again. The code is single use, so it is not resent. The new install revokes the token in the lost response, if any.'

export const WAIT_FIRST = 'Wait a minute first. The platform or its gateway may be unavailable.'
const SIGN_IN_FIRST =
  "The response is a web page, perhaps your network's sign-in page. If so, sign in there in a browser first."

interface LostFacts {
  readonly cause?: unknown
  /** Step before the next install. */
  readonly first?: string | undefined
}

function answerLost(why: string, { cause, first }: LostFacts): AppError {
  return new AppError('install.response-lost', `The response to the code exchange is lost: ${why}.`, {
    suggestions: [...(first === undefined ? [] : [first]), LOST_ADVICE],
    ...defined({ cause }),
  })
}

const NOT_EXCHANGED =
  'The request probably did not reach the platform, so the client secret is probably correct. Fix the network, then run `app install` again.'

function readAnswer(response: WireResponse, appKey: string): TokenExchangeAnswer {
  try {
    return readExchangeAnswer(response.body, appKey)
  } catch (error) {
    if (error instanceof AppError) throw error
    throw answerLost(whyUnreadable(response), { first: isPage(response) ? SIGN_IN_FIRST : undefined })
  }
}

function whyUnreadable(response: WireResponse): string {
  const { byteLength } = response.body
  if (isTruncated(response)) return `it is truncated after ${byteLength} bytes`
  return isPage(response) ? `it is not from the platform's API (${partsOf(response)})` : 'it is not readable'
}

function limited(response: WireResponse, now: Date): AppError {
  const ms = retryAfterMs(response, now)
  const wait = ms === null ? 'in a minute' : `in ${Math.ceil(ms / 1000)} s`
  return new AppError('api.rate-limited', 'The platform is rate limiting code exchanges from this IP address (429).', {
    suggestions: [`Run \`app install\` again ${wait}. The limit is 30 exchanges per minute.`],
    details: { status: 429, ...(ms === null ? {} : { retryAfterSeconds: Math.ceil(ms / 1000) }) },
  })
}

function dateOf({ headers }: WireResponse): Date | null {
  const at = Date.parse(headers['date'] ?? '')
  return Number.isNaN(at) ? null : new Date(at)
}
