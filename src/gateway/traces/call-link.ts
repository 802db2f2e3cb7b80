import type { IncomingMessage } from 'node:http'

import { attemptInState, readTraceparent } from '../../http/trace-context.ts'
import type { CallLink } from '../../journal/calls/call-links.ts'
import type { DeliveryTraces } from './delivery-traces.ts'

/**
 * Returns the origin of a call. Without a readable `traceparent` the origin is guessed, and marked as a guess, if
 * the app handles exactly one delivery of the same store now. Otherwise the call gets no link (docs/decisions/0045).
 */
export function linkOf(
  traces: DeliveryTraces,
  { headersDistinct }: IncomingMessage,
  storeId: string | null,
): CallLink | null {
  // An app that forwards the header itself and is also instrumented sends two of them.
  const parent = headersDistinct['traceparent']?.map(readTraceparent).findLast((one) => one !== null) ?? null
  if (parent !== null) {
    const attempt = attemptInState(headersDistinct['tracestate']?.join(','))
    return { traceId: parent.traceId, parentId: parent.spanId, attemptSpan: attempt ?? parent.spanId, guessed: false }
  }
  const guessed = storeId === null ? null : traces.onlyOneOf(storeId)
  if (guessed === null) return null
  return { traceId: guessed.traceId, parentId: null, attemptSpan: guessed.spanId, guessed: true }
}
