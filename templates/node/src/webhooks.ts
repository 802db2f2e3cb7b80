import { Hono } from 'hono'

import { takeEvent, type EventTools, type StoreEvent } from './events.ts'
import { verifyWebhook } from './protocol/webhook-signature.ts'
import { readBody } from './read-body.ts'

const MAX_BYTES = 1024 * 1024

/** POST /webhooks: answers 200 only when the event and its effect are on disk, so that the platform's retry covers all else. */
export function webhookRoutes(tools: EventTools): Hono {
  return new Hono().post('/webhooks', async (c) => {
    const body = await readBody(c.req.raw, MAX_BYTES)
    if (body === null) return c.json({ error: 'body-too-large' }, 413)

    // The bytes as they came: parsing and writing them again would break the signature.
    const headers = Object.fromEntries(c.req.raw.headers)
    const verdict = verifyWebhook({ key: tools.keys.platform, headers, body, now: tools.now() })
    if (!verdict.ok) {
      tools.log(`webhook refused: ${verdict.reason}`)
      return c.json({ error: verdict.reason }, 401)
    }

    const event = readEvent(body, verdict.topic)
    if (event === null || String(event.storeId) !== verdict.storeId) return c.json({ error: 'body-malformed' }, 400)
    try {
      const outcome = await takeEvent(tools, event)
      tools.log(`${JSON.stringify(event.topic)} ${JSON.stringify(event.eventId)} of store ${event.storeId}: ${outcome}`)
      return c.json({ ok: true, repeated: outcome === 'repeated' })
    } catch (error) {
      tools.log(`${JSON.stringify(event.eventId)} not taken: ${error instanceof Error ? error.message : 'unknown'}`)
      return c.json({ error: 'try-again' }, 503)
    }
  })
}

/** The documented fields of the envelope; unknown ones are ignored. Null when it is not one. */
function readEvent(body: Uint8Array, topic: string): StoreEvent | null {
  const value = parse(body)
  if (typeof value !== 'object' || value === null) return null
  const { eventId, storeId, regionId = null, data } = value as Partial<Record<keyof StoreEvent, unknown>>
  if (typeof eventId !== 'string' || eventId === '' || eventId.length > 255) return null
  if (typeof storeId !== 'number' || !Number.isSafeInteger(storeId)) return null
  if (regionId !== null && (typeof regionId !== 'number' || !Number.isSafeInteger(regionId))) return null
  return { eventId, topic, storeId, regionId, data }
}

function parse(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    return null
  }
}
