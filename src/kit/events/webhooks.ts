import type { Core } from '../core.ts'
import type { Trace } from '../database/queue.ts'
import { readBody } from '../http/read-body.ts'
import { jsonResponse } from '../http/responses.ts'
import { findSource, reasonOf } from '../log/log.ts'
import { acceptEvent, handleInline } from './accept-event.ts'
import { readEvent } from './read-event.ts'
import type { Rejections } from './rejections.ts'

const MAX_BYTES = 1024 * 1024

/** POST /webhooks: responds with 200 only if the event and its job, or its effect, are in the database. The platform redelivers everything else. */
export async function receiveWebhook(core: Core, rejections: Rejections, request: Request): Promise<Response> {
  const read = await readBody(request, MAX_BYTES)
  if (!read.ok) {
    rejections.count(read.reason)
    return jsonResponse({ error: read.reason }, read.reason === 'body-too-large' ? 413 : 408)
  }
  // The raw bytes: parsing and serializing them would break the signature.
  const body = read.bytes
  const verdict = await core.signedBy.webhook({ headers: Object.fromEntries(request.headers), body })
  if (!verdict.ok) {
    rejections.count(verdict.reason)
    return jsonResponse({ error: verdict.reason }, 401)
  }
  const { topic } = verdict
  const event = readEvent(body)
  if (event === null || String(event.storeId) !== verdict.storeId) {
    rejections.count('body-malformed')
    return jsonResponse({ error: 'body-malformed' }, 400)
  }
  const about = { topic, eventId: event.eventId, storeId: event.storeId }
  try {
    const accept = core.isInline ? handleInline : acceptEvent
    const outcome = await accept(core, { event, topic, trace: traceOf(request.headers) })
    core.log(`event ${outcome}`, about)
    return jsonResponse({ ok: true, repeated: outcome === 'repeated' })
  } catch (error) {
    core.log('event not accepted', { ...about, reason: reasonOf(error), ...findSource(error) })
    return jsonResponse({ error: 'try-again' }, 503)
  }
}

/** Returns the trace of a request. */
function traceOf(headers: Headers): Trace | undefined {
  const traceparent = headers.get('traceparent')
  const tracestate = headers.get('tracestate')
  if (traceparent === null || !/^[0-9a-f-]{55,128}$/.test(traceparent)) return undefined
  return { traceparent, ...(tracestate !== null && tracestate.length <= 512 && { tracestate }) }
}
