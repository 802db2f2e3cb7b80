import { tokenExchange } from '../../catalog/oauth.ts'
import { topicNames } from '../../catalog/topics.ts'
import { isDeliveryFault, type CallFaultKind, type FaultKind } from '../../control/fault.ts'
import type { CheckedBody } from '../../control/operation.ts'
import type { faults } from '../../control/operations/faults.ts'
import { fitsPattern, wholePattern } from '../../control/path-pattern.ts'
import { AppError } from '../../errors.ts'
import { isPlainLoopback, readWebAddress } from '../../protocol/web-address.ts'
import { didYouMean } from '../../text/nearest.ts'
import { isRetryAfter } from './retry-after.ts'
import { mayHaveRows } from './rows-endpoint.ts'
import { usualDelayMs } from './usual-delay.ts'

export type NewFault = CheckedBody<typeof faults.setFault>

/**
 * What does not belong to a kind is refused: a fault that can never be met, or that does less than was asked, would only mislead. Raises
 * `emulator.bad-request`.
 */
export function checkFault(fault: NewFault): void {
  const { kind, retryAfter, percent, inARow } = fault
  if (retryAfter !== undefined) {
    if (kind !== '429' && kind !== '503') throw bad('Retry-After goes with 429 and 503 only.')
    if (!isRetryAfter(retryAfter)) {
      throw bad('This is not a Retry-After.', [
        'Whole seconds (30), an HTTP date (Sat, 21 Nov 2026 12:00:00 GMT), or date+30 for the date 30 seconds after the answer.',
      ])
    }
  }
  if (inARow > 1 && percent === undefined) throw bad('How many in a row goes with a chance only.')
  checkDelay(fault)
  if (isDeliveryFault(kind)) checkDeliveryFault(fault)
  else checkCallFault(kind, fault)
}

function checkDelay({ kind, delayMs, delayMaxMs }: NewFault): void {
  const usual = usualDelayMs[kind]
  if (delayMs === undefined && delayMaxMs === undefined) return
  if (usual === undefined) throw bad(`A delay goes with ${Object.keys(usualDelayMs).join(', ')} only.`)
  if (delayMaxMs === undefined) return
  if (kind === 'burst') throw bad('A burst ends for all at the same moment: it has one delay.')
  if (delayMaxMs < (delayMs ?? usual)) throw bad('The longest delay is shorter than the shortest.')
}

function checkDeliveryFault({ kind, path, method, topic, to }: NewFault): void {
  if (path !== undefined || method !== undefined) throw bad(`${kind} happens to deliveries: name a topic, not a path.`)
  if (topic !== undefined && !topicNames.some((name) => fitsPattern(name, topic))) {
    throw bad(`No topic of the platform fits ${topic}, so this would never happen.`, [
      ...didYouMean(topic, topicNames),
      'app webhook topics',
    ])
  }
  if (to === undefined) return
  if (!isTampered(kind)) throw bad('An address goes with a delivery that is spoilt only.')
  if (!readWebAddress(to).ok || !isPlainLoopback(to)) throw bad('The address must be one of this machine.')
}

function checkCallFault(kind: CallFaultKind, { path, method, topic, to }: NewFault): void {
  if (topic !== undefined || to !== undefined) throw bad(`${kind} happens to calls: name a path, not a topic.`)
  const pattern = path === undefined ? '*' : wholePattern(path)
  if (kind === 'partial' && !mayHaveRows(method, pattern)) {
    throw bad('No row fails alone there: partial needs an endpoint whose rows succeed or fail by themselves.', [
      'POST /products/bulk, for example.',
    ])
  }
  if (!isOfInstall(kind)) return
  if (!fitsPattern(tokenExchange.path, pattern) || (method !== undefined && method !== 'POST')) {
    throw bad(`${kind} happens at the exchange only: POST ${tokenExchange.path}.`)
  }
}

/** The two kinds that belong to a successful exchange and take effect during it. */
export function isOfInstall(kind: FaultKind): boolean {
  return kind === 'drop-exchange-response' || kind === 'skip-subscription'
}

/** The kinds after which the app must not have taken the delivery. */
function isTampered(kind: FaultKind): boolean {
  return kind === 'signature-truncated' || kind === 'signature-wrong' || kind === 'truncated'
}

function bad(message: string, suggestions: readonly string[] = []): AppError {
  return new AppError('emulator.bad-request', message, { suggestions })
}
