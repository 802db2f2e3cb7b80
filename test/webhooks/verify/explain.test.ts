import { Buffer } from 'node:buffer'
import { createHmac, randomBytes } from 'node:crypto'

import { describe, expect, it } from 'vitest'

import { explainMismatch, type MismatchFacts } from '../../../src/webhooks/verify/explain.ts'

const secret = 'ab'.repeat(32)
const other = 'cd'.repeat(32)
const body = Buffer.from('{"eventId":"e-1", "name":"Jürgen",\n"total": 1.50}\n')
const facts = { topic: 'order.created', store: '1001', timestamp: '1760000000' }
const { topic, store, timestamp } = facts

const hmac = (key: string | Uint8Array, ...parts: (string | Uint8Array)[]) => {
  const made = createHmac('sha256', key)
  for (const part of parts) made.update(part)
  return made.digest('hex')
}
const head = `${topic}\n${store}\n${timestamp}\n`

function explain(signature: string, changes: Partial<MismatchFacts> = {}) {
  const known = { otherSecrets: [{ name: 'the client secret', secret: other }], storeCodes: ['demo-store'] }
  const found = explainMismatch({ ...facts, ...known, secret, body, signature, ...changes })
  return found === null ? null : found.deviations.map(({ id }) => id).join(' + ')
}

const text = body.toString('utf8')

// Made here with node:crypto alone, as the mistaken code would.
const table: readonly (readonly [mistake: string, signature: string, id: string])[] = [
  ['the parsed body', hmac(secret, head, JSON.stringify(JSON.parse(text))), 'parsed-body'],
  ['the parsed body, indented', hmac(secret, head, JSON.stringify(JSON.parse(text), null, 2)), 'parsed-body'],
  ['CRLF in the body', hmac(secret, head, text.replaceAll('\n', '\r\n')), 'crlf'],
  ['the line feed at the end cut off', hmac(secret, head, text.slice(0, -1)), 'line-feed-at-end'],
  ['a line feed added at the end', hmac(secret, head, `${text}\n`), 'line-feed-at-end'],
  ['the body read as Latin-1', hmac(secret, head, Buffer.from(body.toString('latin1'), 'utf8')), 'latin1'],
  ['\\u escapes', hmac(secret, head, text.replace('ü', '\\u00fc')), 'escaped-body'],
  ['a stream that was read already', hmac(secret, head), 'empty-body'],
  ['the body stringified twice', hmac(secret, head, JSON.stringify(text)), 'quoted-body'],
  ['no line feed before the body', hmac(secret, head.slice(0, -1), body), 'missing-line-feed'],
  ['no line feed after the topic', hmac(secret, `${topic}${store}\n${timestamp}\n`, body), 'missing-line-feed'],
  ['no line feed after the store', hmac(secret, `${topic}\n${store}${timestamp}\n`, body), 'missing-line-feed'],
  ['no line feed at all', hmac(secret, `${topic}${store}${timestamp}`, body), 'missing-line-feed'],
  ['CRLF between the parts', hmac(secret, head.replaceAll('\n', '\r\n'), body), 'crlf'],
  ['a written-out \\n', hmac(secret, head.replaceAll('\n', '\\n'), body), 'escaped-line-feed'],
  ['the body alone', hmac(secret, body), 'body-alone'],
  ['timestamp.body', hmac(secret, `${timestamp}.`, body), 'other-format'],
  ['dots', hmac(secret, `${topic}.${store}.${timestamp}.`, body), 'other-format'],
  ['colons', hmac(secret, `${topic}:${store}:${timestamp}:`, body), 'other-format'],
  ['no topic', hmac(secret, `${store}\n${timestamp}\n`, body), 'part-left-out'],
  ['no store', hmac(secret, `${topic}\n${timestamp}\n`, body), 'part-left-out'],
  ['no timestamp', hmac(secret, `${topic}\n${store}\n`, body), 'part-left-out'],
  ['the store first', hmac(secret, `${store}\n${topic}\n${timestamp}\n`, body), 'other-order'],
  ['the timestamp first', hmac(secret, `${timestamp}\n${topic}\n${store}\n`, body), 'other-order'],
  ['the timestamp before the store', hmac(secret, `${topic}\n${timestamp}\n${store}\n`, body), 'other-order'],
  ["the store's code", hmac(secret, `${topic}\ndemo-store\n${timestamp}\n`, body), 'store-code'],
  ['another secret', hmac(other, head, body), 'other-secret'],
  ['the key decoded from hex', hmac(Buffer.from(secret, 'hex'), head, body), 'decoded-key'],
  ['the key decoded from Base64', hmac(Buffer.from(secret, 'base64'), head, body), 'decoded-key'],
  ['the key with a line feed', hmac(`${secret}\n`, head, body), 'key-with-line-feed'],
  ['the key in quotes', hmac(`"${secret}"`, head, body), 'quoted-key'],
  ['the key in capitals', hmac(secret.toUpperCase(), head, body), 'upper-case-key'],
  ['no key', hmac('', head, body), 'empty-key'],
  ['milliseconds', hmac(secret, `${topic}\n${store}\n${timestamp}000\n`, body), 'milliseconds'],
  ['ISO-8601', hmac(secret, `${topic}\n${store}\n2025-10-09T08:53:20Z\n`, body), 'iso-timestamp'],
  ['ISO-8601 with ms', hmac(secret, `${topic}\n${store}\n2025-10-09T08:53:20.000Z\n`, body), 'iso-timestamp'],
  ['order/created', hmac(secret, `order/created\n${store}\n${timestamp}\n`, body), 'other-topic'],
  ['ORDER.CREATED', hmac(secret, `ORDER.CREATED\n${store}\n${timestamp}\n`, body), 'other-topic'],
  ['Base64', Buffer.from(hmac(secret, head, body), 'hex').toString('base64'), 'base64'],
  ['Base64url', Buffer.from(hmac(secret, head, body), 'hex').toString('base64url'), 'base64'],
]

describe('reason for a different signature', () => {
  it.each(table)('identifies %s', (_mistake, signature, id) => {
    expect(explain(signature)).toBe(id)
  })

  it('identifies a changed body with a valid signature', () => {
    const compact = Buffer.from(JSON.stringify(JSON.parse(text)))
    const bom = Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), compact])
    const signature = hmac(secret, head, compact)

    expect(explain(signature, { body: Buffer.from(JSON.stringify(JSON.parse(text), null, 4)) })).toBe('parsed-body')
    expect(explain(signature, { body: bom })).toBe('byte-order-mark')
    expect(explain(signature, { body: Buffer.concat([compact, Buffer.from('\r\n')]) })).toBe('line-feed-at-end')
    expect(explain(signature, { body: Buffer.from(compact.toString('latin1'), 'utf8') })).toBe('latin1')
    expect(explain(hmac(secret, head, 'a\nb'), { body: Buffer.from('a\r\nb') })).toBe('lf')
    expect(explain(hmac(secret, head, 'a'), { body: Buffer.from('  a  ') })).toBe('trimmed-body')
    expect(explain(hmac(secret, head, body), { timestamp: `${timestamp}123` })).toBe('milliseconds')
  })

  it('reports nothing if no mistake matches, for any input', () => {
    expect(explain(randomBytes(32).toString('hex'))).toBeNull()
    for (const odd of ['', 'x', '0'.repeat(63), '\n', 'é'.repeat(64)]) expect(explain(odd)).toBeNull()
    const text100k = Buffer.from('['.repeat(100_000))
    expect(explain('00'.repeat(32), { body: text100k, timestamp: '99999999999999999' })).toBeNull()
  })

  it('does not explain a signature with two mistakes', () => {
    expect(explain(hmac(other, head.slice(0, -1), body))).toBeNull()
  })

  it('tries the common mistakes with a large body', () => {
    const large = Buffer.from(`{"x": "${'y'.repeat(900_000)}"}`)

    expect(explain(hmac(secret, head, JSON.stringify(JSON.parse(large.toString()))), { body: large })).toBe(
      'parsed-body',
    )
    expect(explain('00'.repeat(32), { body: large })).toBeNull()
  })

  it('shows no secret value', () => {
    const found = explainMismatch({
      ...facts,
      otherSecrets: [{ name: 'the client secret', secret: other }],
      storeCodes: [],
      secret,
      body,
      signature: hmac(other, head, body),
    })

    expect(JSON.stringify(found)).not.toContain(other)
    expect(JSON.stringify(found)).toContain('the client secret')
  })
})
