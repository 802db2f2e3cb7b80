import { Hono } from 'hono'

import { reasonOf } from '../log.ts'
import { verifyWebhook } from '../protocol/webhook-signature.ts'
import { readBody } from '../read-body.ts'
import type { Tools } from '../tools.ts'
import { inTrace, traceOf } from '../trace.ts'
import { readEvent } from './event.ts'
import { takeEvent } from './take-event.ts'

const MAX_BYTES = 1024 * 1024

/** POST /webhooks: answers 200 only when the event and what is to be done about it are in the database. For all else the platform sends it again. */
export function webhookRoutes(tools: Tools): Hono {
  return new Hono().post('/webhooks', async (c) => {
    const body = await readBody(c.req.raw, MAX_BYTES)
    if (body === null) return c.json({ error: 'body-too-large' }, 413)

    // The bytes as they came: parsing and writing them again would break the signature.
    const headers = Object.fromEntries(c.req.raw.headers)
    const verdict = verifyWebhook({ key: tools.keys.platform, headers, body, now: tools.now() })
    if (!verdict.ok) {
      tools.log('delivery refused', { reason: verdict.reason })
      return c.json({ error: verdict.reason }, 401)
    }

    const event = readEvent(body, verdict.topic)
    if (event === null || String(event.storeId) !== verdict.storeId) return c.json({ error: 'body-malformed' }, 400)
    const { eventId, storeId } = event
    try {
      const outcome = await inTrace(traceOf(c.req.raw.headers), () => takeEvent(tools, event, verdict.topic))
      tools.log(`event ${outcome}`, { topic: verdict.topic, eventId, storeId })
      return c.json({ ok: true, repeated: outcome === 'repeated' })
    } catch (error) {
      tools.log('event not taken', { topic: verdict.topic, eventId, storeId, reason: reasonOf(error) })
      return c.json({ error: 'try-again' }, 503)
    }
  })
}
