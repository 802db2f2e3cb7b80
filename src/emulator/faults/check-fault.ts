import { tokenExchange } from '../../catalog/oauth.ts'
import { topicNames } from '../../catalog/topics.ts'
import { isDeliveryFault, type CallFaultKind, type FaultKind } from '../../control/fault.ts'
import type { CheckedBody } from '../../control/operation.ts'
import type { faults } from '../../control/operations/faults.ts'
import { fitsPattern, wholePattern } from '../../control/path-pattern.ts'
import { AppError } from '../../errors.ts'
import { receiverProblem } from '../../http/receiver.ts'
import { didYouMean } from '../../text/nearest.ts'
import { isRetryAfter } from './retry-after.ts'
import { mayHaveRows } from './rows-endpoint.ts'
import { usualDelayMs } from './usual-delay.ts'

export type NewFault = CheckedBody<typeof faults.setFault>

/**
 * Rejects options that do not belong to a kind, because a fault that never matches, or does less
 * than requested, would mislead. Raises `emulator.bad-request`.
 */
export function checkFault(fault: NewFault): void {
  const { kind, retryAfter, percent, inARow } = fault
  if (retryAfter !== undefined) {
    if (kind !== '429' && kind !== '503') throw bad('Retry-After applies only to the faults 429 and 503.')
    if (!isRetryAfter(retryAfter)) {
      throw bad(`Invalid Retry-After value ${JSON.stringify(retryAfter)}.`, [
        'Use whole seconds (30), an HTTP date (Sat, 21 Nov 2026 12:00:00 GMT), or date+30 for 30 seconds after the response.',
      ])
    }
  }
  if (inARow > 1 && percent === undefined) {
    throw bad('Consecutive hits require a percentage.', ['Add --percent with a value from 1 to 100.'])
  }
  checkDelay(fault)
  if (isDeliveryFault(kind)) checkDeliveryFault(fault)
  else checkCallFault(kind, fault)
}

function checkDelay({ kind, delayMs, delayMaxMs }: NewFault): void {
  const usual = usualDelayMs[kind]
  if (delayMs === undefined && delayMaxMs === undefined) return
  if (usual === undefined) throw bad(`A delay applies only to the faults ${Object.keys(usualDelayMs).join(', ')}.`)
  if (delayMaxMs === undefined) return
  if (kind === 'burst') throw bad('A burst has a single delay, because it releases all held deliveries together.')
  if (delayMaxMs < (delayMs ?? usual)) throw bad('The maximum delay is shorter than the minimum.')
}

function checkDeliveryFault({ kind, path, method, topic, to }: NewFault): void {
  if (path !== undefined || method !== undefined)
    throw bad(`${kind} affects deliveries. Specify a topic, not a path or method.`)
  if (topic !== undefined && !topicNames.some((name) => fitsPattern(name, topic))) {
    throw bad(`No topic matches ${topic}, so this fault would never apply.`, [
      ...didYouMean(topic, topicNames),
      'app webhook topics',
    ])
  }
  if (to === undefined) return
  if (!isTampered(kind))
    throw bad('A URL applies only to the faults signature-truncated, signature-wrong and truncated.')
  const why = receiverProblem(to)
  if (why !== null) throw bad(`Invalid URL ${JSON.stringify(to)}: ${why}.`, ['Use http://127.0.0.1:<port>/<path>.'])
}

function checkCallFault(kind: CallFaultKind, { path, method, topic, to }: NewFault): void {
  if (topic !== undefined || to !== undefined) throw bad(`${kind} affects calls. Specify a path, not a topic or URL.`)
  const pattern = path === undefined ? '*' : wholePattern(path)
  if (kind === 'partial' && !mayHaveRows(method, pattern)) {
    throw bad('The fault `partial` needs an endpoint with rows that can fail separately.', [
      'Use an endpoint such as POST /products/bulk.',
    ])
  }
  if (!isOfInstall(kind)) return
  if (!fitsPattern(tokenExchange.path, pattern) || (method !== undefined && method !== 'POST')) {
    throw bad(`${kind} applies only to the token exchange: POST ${tokenExchange.path}.`)
  }
}

/** Matches the two kinds that affect a successful exchange. */
export function isOfInstall(kind: FaultKind): boolean {
  return kind === 'drop-exchange-response' || kind === 'skip-subscription'
}

/** Matches kinds whose deliveries the app must reject. */
function isTampered(kind: FaultKind): boolean {
  return kind === 'signature-truncated' || kind === 'signature-wrong' || kind === 'truncated'
}

function bad(message: string, suggestions: readonly string[] = []): AppError {
  return new AppError('emulator.bad-request', message, { suggestions })
}
