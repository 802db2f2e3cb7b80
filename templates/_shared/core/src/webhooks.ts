import { jsonAnswer } from './answers.ts'
import { readEvent } from './event-types.ts'
import { verifyWebhook } from './protocol/web/webhook-signature.ts'
import { readBody } from './read-body.ts'
import { takeEvent } from './take-event.ts'
import type { Tools } from './tools.ts'
import { inTrace, traceOf } from './trace.ts'

const MAX_BYTES = 1024 * 1024

/** POST /webhooks: answers 2xx only when the event and its effect are stored, so that the platform's retry covers all else. */
export async function receiveWebhook(tools: Tools, request: Request): Promise<Response> {
  const body = await readBody(request, MAX_BYTES)
  if (body === null) return jsonAnswer({ error: 'body-too-large' }, 413)

  // The bytes as they came: parsing and writing them again would break the signature.
  const headers = Object.fromEntries(request.headers)
  const verdict = await verifyWebhook({ key: tools.keys.platform, headers, body, now: tools.now() })
  if (!verdict.ok) {
    tools.log('webhook.refused', { reason: verdict.reason })
    return jsonAnswer({ error: verdict.reason }, 401)
  }

  const read = readEvent(body, verdict.topic)
  if (read.kind === 'malformed' || String(read.event.storeId) !== verdict.storeId) {
    return jsonAnswer({ error: 'body-malformed' }, 400)
  }
  const { eventId, topic, storeId } = read.event
  const facts = { eventId, topic, storeId }
  try {
    const outcome = await inTrace(traceOf(request.headers), () => takeEvent(tools, read))
    tools.log(`webhook.${outcome}`, facts)
    return jsonAnswer({ ok: true, repeated: outcome === 'repeated' })
  } catch (error) {
    tools.log('webhook.failed', { ...facts, reason: error instanceof Error ? error.message : 'unknown' })
    return jsonAnswer({ error: 'try-again' }, 503)
  }
}
