import { tokenExchange } from '../../catalog/oauth.ts'
import * as z from '../../catalog/schema.ts'
import { faultKinds, type FaultInput } from '../../control/fault.ts'
import { AppError } from '../../errors.ts'
import { fitsPattern, wholePattern } from './path-pattern.ts'
import { isRetryAfter } from './retry-after.ts'

const MAX_TIMES = 1_000_000
const MAX_DELAY_MS = 10 * 60_000

const shape = z.strictObject({
  kind: z.enum(faultKinds),
  path: z.optional(z.string().check(z.minLength(1), z.maxLength(300), z.regex(/^[\x21-\x7e]+$/))),
  method: z.optional(z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])),
  times: z._default(z.nullable(z.int().check(z.minimum(1), z.maximum(MAX_TIMES))), 1),
  retryAfter: z.optional(z.string()),
  delayMs: z.optional(z.int().check(z.minimum(1), z.maximum(MAX_DELAY_MS))),
  appKey: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
})

/** A fault as it was asked for, checked and whole. Raises `emulator.bad-request`. */
export function readFault(input: unknown): FaultInput & { readonly times: number | null } {
  const parsed = shape.safeParse(input)
  if (!parsed.success) {
    const field = parsed.error.issues[0]?.path.join('.') ?? ''
    throw bad(`A fault cannot be set with this ${field || 'input'}.`, [`Kinds: ${faultKinds.join(', ')}.`])
  }
  const { path, method, retryAfter, delayMs, appKey, ...fault } = parsed.data
  const whole = {
    ...fault,
    ...(path === undefined ? {} : { path: wholePattern(path) }),
    ...(method === undefined ? {} : { method }),
    ...(retryAfter === undefined ? {} : { retryAfter }),
    ...(delayMs === undefined ? {} : { delayMs }),
    ...(appKey === undefined ? {} : { appKey }),
  }
  checkTogether(whole)
  return whole
}

/** What does not belong to a kind is refused: a fault that can never be met, or that does less than was asked, would only mislead. */
function checkTogether({ kind, path, method, retryAfter, delayMs }: FaultInput): void {
  if (retryAfter !== undefined) {
    if (kind !== '429' && kind !== '503') throw bad('Retry-After goes with 429 and 503 only.')
    if (!isRetryAfter(retryAfter)) {
      throw bad('This is no Retry-After.', [
        'Whole seconds (30), an HTTP date (Sat, 21 Nov 2026 12:00:00 GMT), or date+30 for the date 30 seconds after the answer.',
      ])
    }
  }
  if (delayMs !== undefined && kind !== 'slow') throw bad('A delay goes with slow only.')
  if (!isOfInstall(kind)) return
  const meetsExchange = path === undefined || fitsPattern(tokenExchange.path, path)
  if (!meetsExchange || (method !== undefined && method !== 'POST')) {
    throw bad(`${kind} happens at the exchange only: POST ${tokenExchange.path}.`)
  }
}

/** The two kinds that belong to a successful exchange and are met inside of it. */
export function isOfInstall(kind: FaultInput['kind']): boolean {
  return kind === 'drop-exchange-answer' || kind === 'skip-subscription'
}

function bad(message: string, suggestions: readonly string[] = []): AppError {
  return new AppError('emulator.bad-request', message, { suggestions })
}
