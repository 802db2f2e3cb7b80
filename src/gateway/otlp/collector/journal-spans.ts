import { createHash } from 'node:crypto'

import { API_PREFIX, type EndpointFacts } from '../../../catalog/endpoint.ts'
import { matchEndpoint } from '../../../catalog/match-endpoint.ts'
import { isSuccess } from '../../../http/status.ts'
import { newSpanId, newTraceId } from '../../../http/trace-context.ts'
import { begunAt } from '../../../journal/begun-at.ts'
import type { TracedAttempt, TracedCall, TracedDelivery } from '../../../journal/trace-news.ts'
import { keptName, keptText } from '../bounded.ts'
import type { SentSpan } from './trace-request.ts'

/** Returns the id of a delivery's span, always the same, so that an attempt on a later day has the same parent. */
function deliverySpanId({ traceId, id }: TracedDelivery): string {
  return createHash('sha256').update(`${traceId}:${id}`).digest('hex').slice(0, 16)
}

/** Creates the span of a delivery from its receipt to the end of its first attempt. */
export function deliverySpan(delivery: TracedDelivery): SentSpan {
  const { traceId, receivedAt, topic, first, mark } = delivery
  const from = receivedAt.getTime()
  return {
    traceId,
    spanId: deliverySpanId(delivery),
    parentId: null,
    link: null,
    name: keptName(topic),
    kind: 'server',
    from,
    to: first?.at.getTime() ?? from,
    failure: first === null ? 'conflict' : describeFailure(first),
    attributes: {
      ...deliveryFacts(delivery),
      'http.request.method': 'POST',
      'http.response.status_code': first?.status ?? null,
      'svcapp.delivery.mark': mark,
      ...(first?.error === 'held-back' && { 'svcapp.delivery.held_back': true }),
    },
  }
}

/** Creates the span of one delivery attempt; null if the app got no span, as for a copy that is held back. */
export function attemptSpan(attempt: TracedAttempt): SentSpan | null {
  const { spanId, at, kind, status, error, delivery } = attempt
  if (spanId === null) return null
  return {
    traceId: delivery.traceId,
    spanId,
    parentId: deliverySpanId(delivery),
    link: null,
    name: `POST ${keptName(delivery.topic)}`,
    kind: 'client',
    // The journal stores times in whole milliseconds.
    from: Math.max(delivery.receivedAt.getTime(), begunAt(attempt).getTime()),
    to: at.getTime(),
    failure: describeFailure(attempt),
    attributes: {
      ...deliveryFacts(delivery),
      'http.request.method': 'POST',
      'http.response.status_code': status,
      'error.type': error,
      'svcapp.attempt.kind': kind,
    },
  }
}

function deliveryFacts({ id, topic, eventId, storeId, regionId }: TracedDelivery) {
  return {
    'svcapp.delivery.id': id,
    'svcapp.topic': keptName(topic),
    'svcapp.event.id': eventId === null ? null : keptName(eventId),
    'svcapp.store.id': storeId,
    'svcapp.region.id': regionId === null ? null : keptName(regionId),
  }
}

/** A copy that is held back is no failure, because the app already has the event. */
function describeFailure({ status, error }: { readonly status: number | null; readonly error: string | null }) {
  if (error === 'held-back' || isSuccess(status)) return null
  return error ?? `The app responded with ${status}.`
}

/**
 * Creates the span of an app call. A parent that is only guessed from time and store does not count: the
 * call gets its own trace, with a link to the guess (docs/decisions/0045). Leaves out the query of its URL.
 */
export function callSpan(call: TracedCall, endpoints: readonly EndpointFacts[]): SentSpan {
  const { at, method, path, pin, status, note, failedRows, storeId, traceId, parentId, attemptSpan: span } = call
  const [bare = ''] = path.split('?', 1)
  const route = matchRoute(endpoints, method, bare)
  const isKnown = traceId !== null && !call.isGuess
  return {
    traceId: isKnown ? traceId : newTraceId(),
    spanId: newSpanId(),
    parentId: isKnown ? parentId : null,
    link: !isKnown && traceId !== null && span !== null ? { traceId, spanId: span } : null,
    name: keptName(route === null ? method : `${method} ${route}`),
    kind: 'client',
    from: begunAt(call).getTime(),
    to: at.getTime(),
    failure: callFailure(call),
    attributes: {
      'http.request.method': keptName(method),
      'url.path': keptText(bare),
      'http.route': route,
      'http.response.status_code': status,
      'error.type': status === null ? (note ?? 'no-response') : null,
      'peer.service': 'platform',
      'svcapp.store.id': storeId,
      'svcapp.region.id': pin === null ? null : keptName(pin),
      'svcapp.note': note,
      'svcapp.failed_rows': failedRows,
    },
  }
}

function callFailure({ status, note }: TracedCall): string | null {
  if (status === null) return note ?? 'no-response'
  if (note === 'partial-failure') return note
  return status >= 400 ? `The platform responded with ${status}.` : null
}

function matchRoute(endpoints: readonly EndpointFacts[], method: string, path: string): string | null {
  if (!path.startsWith(API_PREFIX)) return null
  const endpoint = matchEndpoint(endpoints, { method, path: path.slice(API_PREFIX.length) })
  return endpoint === null ? null : API_PREFIX + endpoint.path
}
