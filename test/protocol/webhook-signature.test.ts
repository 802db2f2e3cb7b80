import { createHmac } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { signingKey } from '../../src/protocol/signing-key.ts'
import {
  signWebhook,
  verifyWebhook,
  webhookHeaderNames as names,
  webhookHeaders,
  type WebhookToVerify,
} from '../../src/protocol/webhook-signature.ts'
import { flipBit, flipTextBit } from './support/flip.ts'
import { runs } from './support/runs.ts'

const secret = 'ab12'.repeat(16)
const key = signingKey(secret)
const timestamp = 1_795_219_200
const now = new Date(timestamp * 1000)
const body = Buffer.from('{"eventId":"evt_1","storeId":1001,"regionId":7,"data":{}}')
const delivery = { key, topic: 'order.created', storeId: 1001, timestamp, body }
const headers = webhookHeaders(delivery)

const after = (seconds: number) => new Date(now.getTime() + seconds * 1000)

/** The delivery as it arrives, with some of it changed. */
const arrive = (changes: Partial<WebhookToVerify> = {}) => verifyWebhook({ key, headers, body, now, ...changes })

/** A delivery signed over this very text, by hand, so that the recipe itself can be wrong. */
const signedOver = (text: string, under = secret) => ({
  ...headers,
  [names.signature]: createHmac('sha256', under).update(text).digest('hex'),
})

describe('webhookHeaders', () => {
  it('are exactly the four documented ones (HOOK-003 HOOK-005 HOOK-006 HOOK-007 HOOK-008)', () => {
    expect(headers).toEqual({
      'X-Service-Hmac-Sha256': signWebhook(delivery),
      'X-Service-Topic': 'order.created',
      'X-Service-Store': '1001',
      'X-Service-Timestamp': '1795219200',
    })
  })

  it('carry the signature as 64 characters of lowercase hex (HOOK-004)', () => {
    expect(headers[names.signature]).toMatch(/^[0-9a-f]{64}$/)
  })

  it('keep all digits of a store id above 2^53', () => {
    const large = webhookHeaders({ ...delivery, storeId: '9007199254740993' })

    expect(large[names.store]).toBe('9007199254740993')
    expect(arrive({ headers: large })).toMatchObject({ ok: true, storeId: '9007199254740993' })
  })
})

describe('verifyWebhook', () => {
  it('accepts a delivery and returns its topic, store and time (HOOK-002 HOOK-003)', () => {
    expect(arrive({ now: after(12) })).toEqual({
      ok: true,
      topic: 'order.created',
      storeId: '1001',
      timestamp,
      ageSeconds: 12,
    })
  })

  it('verifies topic, LF, store id, LF, timestamp, LF, raw body with the signing secret (HOOK-009 HOOK-011)', () => {
    const text = `order.created\n1001\n1795219200\n${body.toString()}`

    expect(arrive({ headers: signedOver(text) }).ok).toBe(true)
  })

  it.each([
    ['CRLF', `order.created\r\n1001\r\n1795219200\r\n${body.toString()}`],
    ['a literal backslash-n', `order.created\\n1001\\n1795219200\\n${body.toString()}`],
    ['added spaces', `order.created \n 1001 \n 1795219200 \n ${body.toString()}`],
    ['dots', `order.created.1001.1795219200.${body.toString()}`],
    ['the body alone', body.toString()],
    ['another order', `1001\norder.created\n1795219200\n${body.toString()}`],
    ['a line feed at the end', `order.created\n1001\n1795219200\n${body.toString()}\n`],
  ])('rejects a signature over a string with %s (HOOK-010)', (_, text) => {
    expect(arrive({ headers: signedOver(text) })).toEqual({ ok: false, reason: 'signature-mismatch' })
  })

  it.each([
    ['another secret', 'cd34'.repeat(16)],
    ['the decoded secret', Buffer.from(secret, 'hex').toString('latin1')],
    ['a client secret', `cs_${secret}`],
  ])('rejects a signature with %s (HOOK-011)', (_, under) => {
    const text = `order.created\n1001\n1795219200\n${body.toString()}`

    expect(arrive({ headers: signedOver(text, under) })).toEqual({ ok: false, reason: 'signature-mismatch' })
  })

  it('accepts a body with unusual whitespace and key order (HOOK-012)', () => {
    const odd = Buffer.from('{ "z" : 1.0 ,\r\n\t"eventId":"e" }  ')

    expect(arrive({ headers: webhookHeaders({ ...delivery, body: odd }), body: odd }).ok).toBe(true)
  })

  it('rejects a body that was parsed and serialized again (HOOK-013 HOOK-017)', () => {
    const sent = Buffer.from('{ "eventId": "evt_1" }')
    const again = Buffer.from(JSON.stringify(JSON.parse(sent.toString())))

    const verdict = arrive({ headers: webhookHeaders({ ...delivery, body: sent }), body: again })

    expect(verdict).toEqual({ ok: false, reason: 'signature-mismatch' })
  })

  it('accepts raw bytes, including invalid UTF-8 (HOOK-012)', () => {
    const invalid = Buffer.from([0x7b, 0xff, 0xfe, 0xc3, 0x28, 0x00, 0x7d])
    const signed = webhookHeaders({ ...delivery, body: invalid })

    expect(arrive({ headers: signed, body: invalid }).ok).toBe(true)
    // Decoding would turn both into the same text.
    const other = Buffer.from([0x7b, 0xfd, 0xfe, 0xc3, 0x28, 0x00, 0x7d])
    expect(arrive({ headers: signed, body: other })).toEqual({ ok: false, reason: 'signature-mismatch' })
  })

  it('accepts a signed empty body (HOOK-002)', () => {
    const empty = new Uint8Array()

    expect(arrive({ headers: webhookHeaders({ ...delivery, body: empty }), body: empty }).ok).toBe(true)
  })

  const signature = signWebhook(delivery)
  it.each([
    ['63 characters', signature.slice(1)],
    ['65 characters', `${signature}0`],
    ['junk that a decoder would ignore', `${signature}zz`],
    ['uppercase', signature.toUpperCase()],
    ['a prefix', `sha256=${signature}`],
    ['base64', Buffer.from(signature, 'hex').toString('base64')],
    ['a space before', ` ${signature}`],
    ['a line feed after', `${signature}\n`],
    ['one letter that is not hex', `g${signature.slice(1)}`],
    ['two values in one', `${signature}, ${signature}`],
  ])('rejects a signature that has %s, without throwing (HOOK-014 HOOK-004)', (_, text) => {
    expect(arrive({ headers: { ...headers, [names.signature]: text } })).toEqual({
      ok: false,
      reason: 'signature-malformed',
    })
  })

  it.each([
    [-301, { ok: false, reason: 'too-new', ageSeconds: -301 }],
    [-300, { ok: true, ageSeconds: -300 }],
    [-299, { ok: true, ageSeconds: -299 }],
    [0, { ok: true, ageSeconds: 0 }],
    [299, { ok: true, ageSeconds: 299 }],
    [300, { ok: true, ageSeconds: 300 }],
    [301, { ok: false, reason: 'too-old', ageSeconds: 301 }],
  ])('after %i s returns %j (HOOK-015 HOOK-016 P5 LIM-008)', (seconds, expected) => {
    expect(arrive({ now: after(seconds) })).toMatchObject(expected)
  })

  it('reports clock skew only if the signature is valid (P5)', () => {
    const forged = { ...headers, [names.signature]: '0'.repeat(64) }

    expect(arrive({ headers: forged, now: after(9999) })).toEqual({ ok: false, reason: 'signature-mismatch' })
  })

  it('rejects every delivery if the current time is invalid (HOOK-015)', () => {
    expect(arrive({ now: new Date(Number.NaN) }).ok).toBe(false)
  })

  it.each([
    '1795219200.0',
    '1795219200abc',
    ' 1795219200',
    '+1795219200',
    '-1',
    '0x6b01',
    '1e9',
    '01795219200',
    '１７９５',
    '1'.repeat(16),
  ])('rejects the timestamp %j even if it was signed (HOOK-008)', (text) => {
    const signed = signedOver(`order.created\n1001\n${text}\n${body.toString()}`)

    expect(arrive({ headers: { ...signed, [names.timestamp]: text } })).toEqual({
      ok: false,
      reason: 'timestamp-malformed',
    })
  })

  it('treats a timestamp in milliseconds as far in the future (HOOK-008)', () => {
    const signed = webhookHeaders({ ...delivery, timestamp: timestamp * 1000 })

    expect(arrive({ headers: signed })).toMatchObject({ ok: false, reason: 'too-new' })
  })

  it.each(['acme-tr', '1001a', '0', '-1', '1.5', ' 1001', '01001', '1'.repeat(21)])(
    'rejects the store %j even if it was signed (HOOK-006 HOOK-007)',
    (text) => {
      const signed = signedOver(`order.created\n${text}\n1795219200\n${body.toString()}`)

      expect(arrive({ headers: { ...signed, [names.store]: text } })).toEqual({ ok: false, reason: 'store-malformed' })
    },
  )

  it('parses a signed string in only one way, so that a line feed cannot move a boundary (T11)', () => {
    const shifted = {
      ...headers,
      [names.topic]: 'order.created\n1001',
      [names.store]: '1795219200',
      [names.timestamp]: '5',
    }
    const signed = signWebhook({ ...delivery, body: Buffer.from('5\n{}') })

    const verdict = arrive({
      headers: { ...shifted, [names.signature]: signed },
      body: Buffer.from('{}'),
      now: new Date(5000),
    })

    expect(verdict).toEqual({ ok: false, reason: 'signature-mismatch' })
  })

  it.each(Object.values(names))('reports the missing header %s (HOOK-003 HOOK-005 HOOK-006 HOOK-008)', (header) => {
    expect(arrive({ headers: { ...headers, [header]: undefined } })).toEqual({
      ok: false,
      reason: 'header-missing',
      header,
    })
    expect(arrive({ headers: { ...headers, [header]: '' } })).toEqual({ ok: false, reason: 'header-missing', header })
    expect(arrive({ headers: { ...headers, [header]: [] } })).toEqual({ ok: false, reason: 'header-missing', header })
  })

  it.each(Object.values(names))('rejects a duplicate %s, in one list or in two spellings', (header) => {
    const { [header]: value = '' } = headers
    const repeated = { ok: false, reason: 'header-repeated', header }

    expect(arrive({ headers: { ...headers, [header]: [value, value] } })).toEqual(repeated)
    expect(arrive({ headers: { ...headers, [header.toLowerCase()]: value } })).toEqual(repeated)
  })

  it('reads header names in any case, and lists with one value', () => {
    const lower = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), [value]]))
    const upper = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]))

    expect(arrive({ headers: lower }).ok).toBe(true)
    expect(arrive({ headers: upper }).ok).toBe(true)
  })

  it('does not read a header from the prototype', () => {
    const inherited: Record<string, string> = Object.create(headers)

    expect(arrive({ headers: inherited })).toMatchObject({ ok: false, reason: 'header-missing' })
  })

  it.each([undefined, null, '{}', { eventId: 'evt_1' }, 7, []])('rejects a body that is not bytes: %j', (wrong) => {
    // Apps are also written in JavaScript, where the parsed body is quickly handed over by mistake.
    expect(arrive({ body: wrong as unknown as Uint8Array })).toEqual({ ok: false, reason: 'signature-mismatch' })
  })
})

const topics = fc.stringMatching(/^[a-z]{1,12}\.[a-z_]{1,12}$/)
const deliveries = fc.record({
  topic: topics,
  storeId: fc.bigInt({ min: 1n, max: 2n ** 63n }).map(String),
  timestamp: fc.integer({ min: timestamp - 300, max: timestamp + 300 }),
  body: fc.uint8Array({ maxLength: 200 }),
})

describe('verifyWebhook, for any input (P24)', () => {
  it('accepts every signed delivery', () => {
    fc.assert(
      fc.property(deliveries, (some) => {
        const verdict = arrive({ headers: webhookHeaders({ key, ...some }), body: some.body })
        expect(verdict).toMatchObject({ ok: true, topic: some.topic, storeId: some.storeId, timestamp: some.timestamp })
      }),
      runs,
    )
  })

  it('rejects a delivery with a single flipped bit, wherever it is (T11)', () => {
    fc.assert(
      fc.property(deliveries, fc.nat(), fc.constantFrom(...Object.values(names), 'body'), (some, bit, where) => {
        const signed = webhookHeaders({ key, ...some })
        const changed =
          where === 'body'
            ? { headers: signed, body: some.body.length > 0 ? flipBit(some.body, bit) : Buffer.from([bit]) }
            : { headers: { ...signed, [where]: flipTextBit(signed[where] ?? '', bit) }, body: some.body }
        expect(arrive(changed).ok).toBe(false)
      }),
      runs,
    )
  })

  it('rejects a mixture of two signed deliveries (T11)', () => {
    // What each of the five parts is taken from.
    const parts = [...Object.values(names), 'body']
    const sources = fc.array(fc.constantFrom<'one' | 'two'>('one', 'two'), {
      minLength: parts.length,
      maxLength: parts.length,
    })
    fc.assert(
      fc.property(deliveries, deliveries, sources, (one, two, from) => {
        const arrived = {
          one: { ...webhookHeaders({ key, ...one }), body: one.body },
          two: { ...webhookHeaders({ key, ...two }), body: two.body },
        }
        const mixed = Object.fromEntries(parts.map((part, at) => [part, Object(arrived[from[at] ?? 'one'])[part]]))
        const { body: mixedBody, ...mixedHeaders } = mixed
        const isWhole = Object.values(arrived).some((whole) => isDeepStrictEqual(whole, mixed))
        expect(arrive({ headers: mixedHeaders, body: mixedBody }).ok).toBe(isWhole)
      }),
      runs,
    )
  })

  it('rejects a delivery that was signed with another key (T11)', () => {
    fc.assert(
      fc.property(deliveries, fc.string({ minLength: 1 }), (some, other) => {
        const forged = webhookHeaders({ ...some, key: signingKey(other) })
        expect(arrive({ headers: forged, body: some.body }).ok).toBe(other === secret)
      }),
      runs,
    )
  })

  it('never throws and never accepts garbage (T15)', () => {
    const value = fc.oneof(fc.anything(), fc.string({ unit: 'binary' }), fc.constantFrom(...Object.values(headers)))
    const someHeaders = fc.oneof(fc.anything(), fc.dictionary(fc.constantFrom(...Object.values(names)), value))
    fc.assert(
      fc.property(someHeaders, fc.oneof(fc.anything(), fc.uint8Array()), (wild, wildBody) => {
        const verdict = arrive({
          headers: wild as WebhookToVerify['headers'],
          body: wildBody as Uint8Array,
        })
        expect(verdict.ok).toBe(false)
      }),
      runs,
    )
  })
})
