import type { IncomingMessage } from 'node:http'

import { attemptInState, readTraceparent } from '../../http/trace-context.ts'
import type { CallLink } from '../../journal/calls/call-links.ts'
import type { DeliveryTraces } from './delivery-traces.ts'

/**
 * What a call says of where it came from. Without a readable `traceparent` it is guessed, and marked so, where the app has exactly one delivery of the same store at
 * this moment; otherwise nothing is said (docs/decisions/0045).
 */
export function linkOf(
  traces: DeliveryTraces,
  { headersDistinct }: IncomingMessage,
  storeId: string | null,
): CallLink | null {
  // An app that hands the header on and is instrumented as well sends two of them.
  const said = headersDistinct['traceparent']?.map(readTraceparent).findLast((parent) => parent !== null) ?? null
  if (said !== null) {
    const attempt = attemptInState(headersDistinct['tracestate']?.join(','))
    return { traceId: said.traceId, parentId: said.spanId, attemptSpan: attempt ?? said.spanId, isGuess: false }
  }
  const guessed = storeId === null ? null : traces.onlyOneOf(storeId)
  if (guessed === null) return null
  return { traceId: guessed.traceId, parentId: null, attemptSpan: guessed.spanId, isGuess: true }
}
