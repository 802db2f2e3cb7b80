import { Buffer } from 'node:buffer'

/** Creates an eventId for a manually created event: `test:<uuid>` (EVT-004). */
export function testEventId(randomBytes: (size: number) => Buffer): string {
  return `test:${uuid(randomBytes(16))}`
}

/** Creates a new eventId for a copy of an event. Only the copy of a test event gets a test id, because an app may ignore it. */
export function copiedEventId(randomBytes: (size: number) => Buffer, original: string | null): string {
  return isTestEventId(original) ? testEventId(randomBytes) : `evt_${randomBytes(16).toString('hex')}`
}

/** Formats 16 random bytes as a version 4 UUID (RFC 9562). */
function uuid(bytes: Buffer): string {
  const marked = Buffer.from(bytes)
  marked[6] = ((marked[6] ?? 0) & 0x0f) | 0x40
  marked[8] = ((marked[8] ?? 0) & 0x3f) | 0x80
  return marked.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** Returns true if an app may ignore an event because of its id: events of the developer console's test button have such ids (EVT-004). */
export function isTestEventId(eventId: string | null): boolean {
  return eventId?.startsWith('test:') === true
}
