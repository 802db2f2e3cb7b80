import type { EndpointError, EndpointFacts } from '../catalog/endpoint.ts'
import { messages } from '../catalog/errors.ts'
import { limits } from '../catalog/limits.ts'
import { AppError } from '../errors.ts'
import { PAY_PLAN } from '../errors/advice.ts'
import { changed } from '../errors/changed.ts'
import { utf8 } from '../http/utf8.ts'
import type { WireResponse } from '../http/wire.ts'
import { listRegions, type NamedRegion } from '../selection/region.ts'
import { foreignText } from '../text/foreign-text.ts'
import type { SecretOrigin } from '../text/origins/secret-source.ts'
import { intercepted, isIntercepted, partsOf, TOKEN_IS_FINE } from './intercepted.ts'
import { retryAfterMs } from './retry.ts'
import { forbiddenAdvice, newTokenAdvice, withTokenSource } from './token-advice.ts'

/** Context for an error's suggestions. */
export interface RejectionFacts {
  /** Null for a raw call to a path that is missing from the catalog. */
  readonly endpoint: Pick<EndpointFacts, 'id' | 'scope' | 'errors' | 'rows'> | null
  /** Scopes of the install from the exchange or the context. */
  readonly grantedScopes: readonly string[]
  /** Scopes that the project requests; null without a project. */
  readonly requestedScopes: readonly string[] | null
  readonly regions: readonly NamedRegion[]
  readonly pinned: number | null
  readonly now: Date
  /** Whether the emulator, which can have faults, rejected it. */
  readonly isEmulator: boolean
  /** Where the token came from, if known. */
  readonly tokenSource?: SecretOrigin | null
  /** Whether the request changes nothing. */
  readonly isRead: boolean
  /** Returns the number of rows in the request. */
  readonly rows: () => number
}

/** Body of an error response: `{success, message, code}` if present; any other body is the message itself (P5, N8). */
export interface RejectionBody {
  readonly message: string | null
  readonly code: string | null
}

/** Converts a non-2xx response to an error with the exit code of its kind. It contains no secret, because neither the token nor the request body is known. */
export function refusal(response: WireResponse, facts: RejectionFacts): AppError {
  const error = withTokenSource(withFaultAdvice(createRejection(response, facts), response, facts), facts.tokenSource)
  const cause = response.headers['x-emulator-cause']
  if (cause === undefined) return error
  const emulatorCause = foreignText(cause)
  return changed(error, {
    suggestions: [`Fix the cause that the emulator reports: ${emulatorCause}.`, ...error.advice],
    details: { ...error.details, emulatorCause },
  })
}

/** A configured fault looks like a failure of the platform. A status that the endpoint itself documents has its own advice. */
function withFaultAdvice(error: AppError, { status }: WireResponse, facts: RejectionFacts): AppError {
  const mayBeFault = facts.isEmulator && (status === 429 || status >= 500)
  if (!mayBeFault || ownAdvice({ status, code: null }, facts) !== undefined) return error
  return changed(error, {
    suggestions: [
      { emulator: 'To see whether a fault is set on the emulator, run `app emulator fault list`.' },
      ...error.advice,
    ],
  })
}

function createRejection(response: WireResponse, facts: RejectionFacts): AppError {
  if (isIntercepted(response)) {
    const { isEmulator, isRead } = facts
    return intercepted(response, { reassurance: TOKEN_IS_FINE, isEmulator, isRead })
  }
  const body = readRejection(response)
  switch (response.status) {
    case 401:
      return unauthorized(body, facts)
    case 402:
      return paymentPending(body)
    case 403:
      return forbidden(body, facts)
    case 429:
      return rateLimited(response, facts)
    default:
      return otherRejection(response, body, facts)
  }
}

/** Reads an error response of any shape and escapes its texts. */
export function readRejection({ headers, body }: Pick<WireResponse, 'headers' | 'body'>): RejectionBody {
  const text = utf8(body).trim()
  if (text === '') return { message: null, code: null }
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'string') return { message: foreignText(value), code: null }
    return { message: textIn(value, ['message', 'error', 'title', 'detail']), code: textIn(value, ['code']) }
  } catch {
    const isPlain = headers['content-type']?.split(';')[0] === 'text/plain'
    return { message: isPlain ? foreignText(text) : `${partsOf({ headers, body })}, not JSON`, code: null }
  }
}

function textIn(value: unknown, names: readonly string[]): string | null {
  if (typeof value !== 'object' || value === null) return null
  for (const name of names) {
    const found: unknown = Reflect.get(value, name)
    if (typeof found === 'string') return foreignText(found)
    if (typeof found === 'object' && found !== null) return textIn(found, ['message'])
  }
  return null
}

function readDetails(status: number, { message, code }: RejectionBody) {
  return {
    status,
    ...(message === null ? {} : { platformMessage: message }),
    ...(code === null ? {} : { platformCode: code }),
  }
}

function unauthorized(body: RejectionBody, { pinned, regions, isEmulator }: RejectionFacts): AppError {
  if (body.message === messages.tokenInconsistent) {
    return new AppError(
      'api.unauthorized',
      `The token does not match the app's registered install scope (${messages.tokenInconsistent}).`,
      {
        suggestions: [
          {
            emulator: 'Restore the previous install scope, or run `app uninstall` and then `app install`.',
            live: 'Restore the previous install scope in app.toml and in the developer console.',
          },
          { live: 'Or ask the store owner to uninstall the app, then run `app install`.' },
        ],
        details: readDetails(401, body),
      },
    )
  }
  const pinHint =
    pinned === null
      ? []
      : [
          `Run \`app context\`, which needs no region. If it succeeds, region ${pinned} is closed or belongs to another store. Known regions: ${listRegions(regions)}.`,
        ]
  return new AppError('api.unauthorized', `The platform rejected the token (401${said(body)}).`, {
    suggestions: [
      ...pinHint,
      ...newTokenAdvice(isEmulator),
      'Check that the token belongs to this store and target. Tokens never expire, but an uninstall or reinstall revokes them.',
    ],
    details: readDetails(401, body),
  })
}

function paymentPending(body: RejectionBody): AppError {
  return new AppError('api.payment-pending', body.message ?? messages.paymentPending, {
    suggestions: [
      PAY_PLAN,
      'Do not reinstall the app. The token stays valid, but until the plan is paid, the platform rejects every call and delivers no event.',
    ],
    details: readDetails(402, body),
  })
}

function forbidden(body: RejectionBody, { endpoint, grantedScopes, requestedScopes }: RejectionFacts): AppError {
  const scope = endpoint?.scope ?? null
  if (scope === null) {
    return new AppError('api.forbidden', `The token lacks a scope for this call (403${said(body)}).`, {
      suggestions: [
        `Add the missing scope to app.toml, then reinstall the app. The token has: ${foreignText(grantedScopes.join(' ')) || 'no scope'}.`,
      ],
      details: readDetails(403, body),
    })
  }
  const granted = grantedScopes.includes(scope)
  const what = endpoint?.id ?? 'This'
  // If the install has the scope, the missing scope may not be the cause.
  const message = granted
    ? `The platform rejected ${what} with this token (403${said(body)}).`
    : `${what} needs the scope ${scope}, which the token lacks (403).`
  return new AppError('api.forbidden', message, {
    suggestions: [
      forbiddenAdvice(scope, { grantedScopes, requestedScopes }),
      `For details about this scope, run \`app scopes ${scope}\`.`,
    ],
    details: { ...readDetails(403, body), scope, granted, requested: requestedScopes?.includes(scope) ?? null },
  })
}

function rateLimited(response: WireResponse, { now }: RejectionFacts): AppError {
  const ms = retryAfterMs(response, now)
  const wait = ms === null ? 'Wait a minute and try again.' : `Try again in ${Math.ceil(ms / 1000)} s.`
  return new AppError('api.rate-limited', 'The platform is rate limiting this token (429).', {
    suggestions: [wait, 'Stay below 600 requests per minute for each token.'],
    details: { status: 429, ...(ms === null ? {} : { retryAfterSeconds: Math.ceil(ms / 1000) }) },
  })
}

function otherRejection({ status }: WireResponse, body: RejectionBody, facts: RejectionFacts): AppError {
  const what = facts.endpoint?.id ?? 'the call'
  const isPin = status === 400 && body.message?.startsWith('A region must be specified') === true
  const { code } = body
  return new AppError('api.error', `The platform rejected ${what}: ${status}${named(body)}${said(body)}.`, {
    suggestions: isPin
      ? [`Choose a region with --region. Regions: ${listRegions(facts.regions)}.`]
      : adviceFor({ status, code }, facts),
    details: readDetails(status, body),
  })
}

/** Identifies an error: several errors of an endpoint may have one status, and only some of them a code. */
type Which = Pick<EndpointError, 'status'> & Pick<RejectionBody, 'code'>

/** Advice for a code applies only to that code. */
function ownAdvice({ status, code }: Which, { endpoint }: RejectionFacts): string | undefined {
  return endpoint?.errors.find(
    (error) =>
      error.status === status && error.advice !== undefined && (error.code === undefined || error.code === code),
  )?.advice
}

function adviceFor(which: Which, facts: RejectionFacts): string[] {
  const own = ownAdvice(which, facts)
  if (own !== undefined) return [own]
  if (which.status === 400 && facts.endpoint?.rows === 'whole') return tooManyRows(facts.endpoint, facts.rows())
  if (which.status === 404 && facts.endpoint?.id === 'context.get' && !facts.isEmulator) {
    return [
      'Correct base_url in [targets.live] of app.toml, then run `app doctor --target live`. The URL is wrong, because the platform always has this endpoint.',
    ]
  }
  if (which.status === 404) {
    return ['Check the id and the region. The record does not exist, or it belongs to another region, store or app.']
  }
  if (which.status >= 500) return ['The platform failed. Try again later.']
  return []
}

/** Empty if the number of rows is not the cause. */
function tooManyRows({ id }: Pick<EndpointFacts, 'id'>, rows: number): string[] {
  const { priceRowsMax: most } = limits
  if (rows <= most) return []
  return [
    `A request can have at most ${most} rows, but ${rows} were sent. Use \`app call ${id.replace('.', ' ')}\`, which splits the rows.`,
  ]
}

function named({ code }: RejectionBody): string {
  return code === null ? '' : ` ${code}`
}

function said({ message }: RejectionBody): string {
  return message === null ? '' : `, “${message.replace(/\.$/, '')}”`
}
