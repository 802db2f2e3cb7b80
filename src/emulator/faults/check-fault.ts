import { tokenExchange } from '../../catalog/oauth.ts'
import type { FaultKind } from '../../control/fault.ts'
import type { TakenBody } from '../../control/operation.ts'
import type { faults } from '../../control/operations/faults.ts'
import { AppError } from '../../errors.ts'
import { fitsPattern, wholePattern } from './path-pattern.ts'
import { isRetryAfter } from './retry-after.ts'

export type NewFault = TakenBody<typeof faults.setFault>

/**
 * What does not belong to a kind is refused: a fault that can never be met, or that does less than was asked, would only mislead. Raises
 * `emulator.bad-request`.
 */
export function checkFault({ kind, path, method, retryAfter, delayMs }: NewFault): void {
  if (retryAfter !== undefined) {
    if (kind !== '429' && kind !== '503') throw bad('Retry-After goes with 429 and 503 only.')
    if (!isRetryAfter(retryAfter)) {
      throw bad('This is not a Retry-After.', [
        'Whole seconds (30), an HTTP date (Sat, 21 Nov 2026 12:00:00 GMT), or date+30 for the date 30 seconds after the answer.',
      ])
    }
  }
  if (delayMs !== undefined && kind !== 'slow') throw bad('A delay goes with slow only.')
  if (!isOfInstall(kind)) return
  const meetsExchange = path === undefined || fitsPattern(tokenExchange.path, wholePattern(path))
  if (!meetsExchange || (method !== undefined && method !== 'POST')) {
    throw bad(`${kind} happens at the exchange only: POST ${tokenExchange.path}.`)
  }
}

/** The two kinds that belong to a successful exchange and are met inside of it. */
export function isOfInstall(kind: FaultKind): boolean {
  return kind === 'drop-exchange-answer' || kind === 'skip-subscription'
}

function bad(message: string, suggestions: readonly string[] = []): AppError {
  return new AppError('emulator.bad-request', message, { suggestions })
}
