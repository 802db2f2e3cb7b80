import type { Config } from './config.ts'
import { takeEvent, type EventTools, type StoreEvent } from './events.ts'
import { faulty, otherwise } from './faulty.ts'
import { json, readBody, type Answer, type Visit } from './http.ts'
import { hmacHex, isSame } from './keys.ts'

const WINDOW_SECONDS = 300
const MAX_BYTES = 1024 * 1024

/** POST /webhooks: 200 only when the event and its effect, or the job of it, are on disk. */
export async function takeDelivery(tools: EventTools, visit: Visit): Promise<Answer> {
  const body = faulty('answer-first-piece')
    ? await firstPiece(visit)
    : await readBody(visit.request, faulty('answer-small-bodies') ? 2048 : MAX_BYTES)
  if (body === null) return json(413, { error: 'body-too-large' })
  if (faulty('answer-slow')) await new Promise((resolve) => setTimeout(resolve, 6000))

  if (!isGenuine(tools.config, visit, body)) {
    if (faulty('signature-refused-kindly')) return json(200, { error: 'ignored' })
    if (faulty('signature-not-found')) return json(404, { error: 'not-found' })
    return json(otherwise('refuses-with-403') ? 403 : 401, { error: 'not-genuine' })
  }
  if (otherwise('counts-deliveries'))
    tools.db
      .prepare('INSERT INTO deliveries VALUES (?, 1) ON CONFLICT DO UPDATE SET count = count + 1')
      .run(header(visit, 'x-service-topic'))
  const read = readEvent(body, header(visit, 'x-service-topic'))
  const signature = header(visit, 'x-service-hmac-sha256')
  const event = read !== null && faulty('once-by-signature') ? { ...read, eventId: signature } : read
  if (event === null && faulty('secret-delivery-answer')) return json(400, tools.config)
  if (event === null || String(event.storeId) !== header(visit, 'x-service-store')) {
    return json(400, { error: 'body-malformed' })
  }
  if (faulty('answer-known-topics') && !/^order\.|^app\./.test(event.topic)) return json(400, { error: 'topic' })
  try {
    const outcome = faulty('answer-late') ? takeLater(tools, event) : await takeEvent(tools, event)
    tools.log(`${JSON.stringify(event.topic)} of store ${event.storeId}: ${outcome}`)
    return otherwise('accepts-with-204')
      ? { status: 204 }
      : json(otherwise('accepts-with-202') ? 202 : 200, { ok: true })
  } catch (error) {
    tools.log(`${JSON.stringify(event.topic)} not taken: ${error instanceof Error ? error.message : 'unknown'}`)
    return faulty('answer-always-200') ? json(200, { ok: false }) : json(503, { error: 'try-again' })
  }
}

function takeLater(tools: EventTools, event: StoreEvent): 'taken' {
  setTimeout(() => void takeEvent(tools, event).catch(() => tools.log('an event was lost')), 300)
  return 'taken'
}

function header({ request }: Visit, name: string): string {
  const value = String(request.headers[name] ?? '')
  // Node joins what came twice with a comma.
  return faulty('signature-first-header') ? (value.split(', ')[0] ?? '') : value
}

/** Whether the platform signed exactly these bytes, at most five minutes ago or ahead. */
function isGenuine({ signingSecret }: Config, visit: Visit, body: Buffer): boolean {
  if (faulty('signature-ignored')) return true
  if (faulty('signature-parsed-first')) JSON.parse(body.toString('utf8'))
  if (signingSecret === null && !faulty('signature-empty-secret')) return false
  const signature = header(visit, 'x-service-hmac-sha256')
  const topic = header(visit, 'x-service-topic')
  const store = header(visit, 'x-service-store')
  const timestamp = header(visit, 'x-service-timestamp')
  if (faulty('signature-optional') && signature === '') return true
  if (!faulty('signature-optional') && !/^[0-9a-f]{64}$/.test(signature)) return false
  if (!isSigned(signingSecret ?? '', { signature, head: `${topic}\n${store}\n${timestamp}\n`, body })) return false
  return isRecent(timestamp)
}

function isSigned(secret: string, given: { signature: string; head: string; body: Buffer }): boolean {
  const { signature, head } = given
  const key = faulty('signature-hex-key') ? Buffer.from(secret, 'hex') : secret
  const expected = hmacHex(key, head, signedBody(given.body))
  return faulty('signature-prefix') ? expected.startsWith(signature.slice(0, 8)) : isSame(signature, expected)
}

function signedBody(body: Buffer): Buffer | string {
  if (faulty('signature-of-text')) return body.toString('utf8')
  if (faulty('signature-of-json')) {
    try {
      return JSON.stringify(JSON.parse(body.toString('utf8')))
    } catch {
      return ''
    }
  }
  return body
}

function isRecent(timestamp: string): boolean {
  const age = Date.now() / 1000 - Number(timestamp)
  if (faulty('signature-no-window')) return true
  if (faulty('signature-future')) return age <= WINDOW_SECONDS
  if (faulty('signature-past')) return age >= -WINDOW_SECONDS
  if (faulty('signature-hour')) return Math.abs(age) <= 3600
  if (faulty('signature-minute')) return Math.abs(age) <= 60
  if (faulty('signature-any-time')) return !(Math.abs(age) > WINDOW_SECONDS)
  return /^\d{1,15}$/.test(timestamp) && Math.abs(Math.trunc(age)) <= WINDOW_SECONDS
}

/** The documented fields; unknown ones are ignored. Null when it is not an envelope. */
function readEvent(body: Buffer, topic: string): StoreEvent | null {
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: !faulty('signature-of-text') }).decode(body))
  } catch (error) {
    if (faulty('answer-crash')) throw error
    if (faulty('answer-exit')) process.exit(1)
    return null
  }
  if (typeof value !== 'object' || value === null) return null
  const {
    eventId,
    storeId,
    regionId = null,
    data,
    ...unknown
  } = value as Partial<Record<keyof StoreEvent | 'data', unknown>>
  if (faulty('answer-strict') && Object.keys(unknown).length > 0) return null
  if (faulty('answer-no-tests') && String(eventId).startsWith('test:')) return null
  if (typeof eventId !== 'string' || eventId === '' || !Number.isSafeInteger(storeId)) return null
  if (regionId !== null && !Number.isSafeInteger(regionId)) return null
  if (faulty('answer-needs-order')) Object(data).orderId.toString()
  const orderId = typeof data === 'object' && data !== null && 'orderId' in data ? Number(data.orderId) : null
  return { eventId, topic, storeId: Number(storeId), regionId: regionId === null ? null : Number(regionId), orderId }
}

function firstPiece({ request }: Visit): Promise<Buffer> {
  return new Promise((resolve) => request.once('data', (piece: Buffer) => resolve(piece)))
}
