import { Buffer } from 'node:buffer'
import { createHash, createHmac } from 'node:crypto'

import { describe, expect, it } from 'vitest'

import { explainMismatch, type MismatchFacts } from '../../../src/webhooks/verify/explain.ts'
import { atThisSpeed, processorTime } from '../../support/machine/machine-load.ts'

const secret = 'ab'.repeat(32)
const facts = { topic: 'order.created', store: '1001', timestamp: '1760000000' }
const { topic, store, timestamp } = facts
const head = `${topic}\n${store}\n${timestamp}\n`
const text =
  '{"eventId":"e-1", "name":"Jürgen <a/b>",\n"total": 1.50, "n": 2.0, "big": 9007199254740993, "a": {"z":[],"b":{}}}\n'

function explain(signature: string, changes: Partial<MismatchFacts> = {}) {
  const known = { otherSecrets: [], storeCodes: [] }
  return explainMismatch({ ...facts, ...known, secret, body: Buffer.from(text), signature, ...changes })
}
const ids = (signature: string, changes: Partial<MismatchFacts> = {}) =>
  explain(signature, changes)?.deviations.map(({ id }) => id) ?? null
const whats = (signature: string) =>
  explain(signature)
    ?.deviations.map(({ what }) => what)
    .join(', ')

const hmac = (message: string | Buffer, hash = 'sha256') => createHmac(hash, secret).update(head).update(message)
const over = (message: string) => createHmac('sha256', secret).update(message).digest('hex')
const plain = (message: string, hash = 'sha256') => createHash(hash).update(message).digest('hex')

/** What the programs themselves wrote for `text`: Python 3.13, and PHP, Go and .NET by their documented rules. */
const rewritten: readonly (readonly [program: RegExp, body: string])[] = [
  [
    /Python json\.dumps \(/,
    '{"eventId": "e-1", "name": "J\\u00fcrgen <a/b>", "total": 1.5, "n": 2.0, "big": 9007199254740993, "a": {"z": [], "b": {}}}',
  ],
  [
    /ensure_ascii=False \(/,
    '{"eventId": "e-1", "name": "Jürgen <a/b>", "total": 1.5, "n": 2.0, "big": 9007199254740993, "a": {"z": [], "b": {}}}',
  ],
  [
    /json\.dumps without spaces/,
    '{"eventId":"e-1","name":"J\\u00fcrgen <a/b>","total":1.5,"n":2.0,"big":9007199254740993,"a":{"z":[],"b":{}}}',
  ],
  [
    /json\.dumps with sort_keys$/,
    '{"a": {"b": {}, "z": []}, "big": 9007199254740993, "eventId": "e-1", "n": 2.0, "name": "J\\u00fcrgen <a/b>", "total": 1.5}',
  ],
  [
    /sort_keys and ensure_ascii=False/,
    '{"a": {"b": {}, "z": []}, "big": 9007199254740993, "eventId": "e-1", "n": 2.0, "name": "Jürgen <a/b>", "total": 1.5}',
  ],
  [
    /sort_keys, without spaces/,
    '{"a":{"b":{},"z":[]},"big":9007199254740993,"eventId":"e-1","n":2.0,"name":"J\\u00fcrgen <a/b>","total":1.5}',
  ],
  [
    /indent=2/,
    '{\n  "eventId": "e-1",\n  "name": "J\\u00fcrgen <a/b>",\n  "total": 1.5,\n  "n": 2.0,\n  "big": 9007199254740993,\n  "a": {\n    "z": [],\n    "b": {}\n  }\n}',
  ],
  [
    /indent=4/,
    '{\n    "eventId": "e-1",\n    "name": "J\\u00fcrgen <a/b>",\n    "total": 1.5,\n    "n": 2.0,\n    "big": 9007199254740993,\n    "a": {\n        "z": [],\n        "b": {}\n    }\n}',
  ],
  [
    /PHP json_encode \(/,
    '{"eventId":"e-1","name":"J\\u00fcrgen <a\\/b>","total":1.5,"n":2,"big":9007199254740993,"a":{"z":[],"b":{}}}',
  ],
  [
    /JSON_UNESCAPED_UNICODE/,
    '{"eventId":"e-1","name":"Jürgen <a\\/b>","total":1.5,"n":2,"big":9007199254740993,"a":{"z":[],"b":{}}}',
  ],
  [
    /JSON_UNESCAPED_SLASHES/,
    '{"eventId":"e-1","name":"J\\u00fcrgen <a/b>","total":1.5,"n":2,"big":9007199254740993,"a":{"z":[],"b":{}}}',
  ],
  [
    /Ruby and Java/,
    '{"eventId":"e-1","name":"Jürgen <a/b>","total":1.5,"n":2.0,"big":9007199254740993,"a":{"z":[],"b":{}}}',
  ],
  [
    /unchanged numbers/,
    '{"eventId":"e-1","name":"Jürgen <a/b>","total":1.50,"n":2.0,"big":9007199254740993,"a":{"z":[],"b":{}}}',
  ],
  [
    /sorted keys$/,
    '{"a":{"b":{},"z":[]},"big":9007199254740993,"eventId":"e-1","n":2.0,"name":"Jürgen <a/b>","total":1.50}',
  ],
  [
    /Go json\.Marshal/,
    '{"a":{"b":{},"z":[]},"big":9007199254740993,"eventId":"e-1","n":2,"name":"Jürgen \\u003ca/b\\u003e","total":1.5}',
  ],
  [
    /System\.Text\.Json/,
    '{"eventId":"e-1","name":"J\\u00FCrgen \\u003Ca/b\\u003E","total":1.50,"n":2.0,"big":9007199254740993,"a":{"z":[],"b":{}}}',
  ],
]

describe('a body that was parsed and serialized again', () => {
  it.each(rewritten)('identifies %s', (program, body) => {
    const signature = hmac(body).digest('hex')

    expect(ids(signature)).toEqual(['parsed-body'])
    expect(whats(signature)).toMatch(program)
  })
})

describe('another body', () => {
  it.each([
    ['byte-order-mark', '\ufeff' + text],
    ['line-feed-at-end', `${text}\r\n`],
    ['base64-body', Buffer.from(text).toString('base64')],
    [
      'python-bytes',
      String.raw`b'{"eventId":"e-1", "name":"J\xc3\xbcrgen <a/b>",\n"total": 1.50, "n": 2.0, "big": 9007199254740993, "a": {"z":[],"b":{}}}\n'`,
    ],
    ['object-as-text', '[object Object]'],
    ['object-as-text', 'undefined'],
    ['object-as-text', JSON.stringify(Buffer.from(text))],
    ['utf-16', Buffer.from(text, 'utf16le')],
  ])('identifies %s', (id, body) => {
    expect(ids(hmac(body).digest('hex'))).toEqual([id])
  })

  it('in Base64 is identified', () => {
    expect(ids(hmac('{"a":1}').digest('hex'), { body: Buffer.from(btoa('{"a":1}')) })).toEqual(['base64-body'])
  })
})

describe('another hash, MAC or encoding', () => {
  it.each([
    ['SHA-1', 'sha1', 40],
    ['MD5', 'md5', 32],
    ['SHA-512', 'sha512', 128],
    ['SHA-384', 'sha384', 96],
    ['SHA-224', 'sha224', 56],
  ])('identifies %s by its length, also with a second mistake', (name, hash, length) => {
    const signature = hmac(text, hash).digest('hex')
    const bodyAlone = createHmac(hash, secret).update(text).digest('hex')

    expect(signature).toHaveLength(length)
    expect(whats(signature)).toBe(`with ${name} instead of SHA-256`)
    expect(ids(bodyAlone)).toEqual(['body-alone', 'other-hash'])
  })

  it.each([
    ['secret and body', plain(secret + text), ['no-hmac']],
    ['body and secret', plain(text + secret), ['no-hmac']],
    ['the body alone', plain(text), ['no-hmac']],
    ['the secret and all parts', plain(secret + head + text), ['no-hmac']],
    ['SHA-1 of secret and body', plain(secret + text, 'sha1'), ['no-hmac', 'other-hash']],
    [
      'secret and text exchanged',
      createHmac('sha256', head + text)
        .update(secret)
        .digest('hex'),
      ['swapped-key'],
    ],
  ])('identifies a hash of %s', (_what, signature, found) => {
    expect(ids(signature)).toEqual(found)
  })

  it.each([
    ['upper-case', (right: Buffer) => right.toString('hex').toUpperCase()],
    ['prefix', (right: Buffer) => `sha256=${right.toString('hex')}`],
    ['prefix', (right: Buffer) => `v1=${right.toString('hex')}`],
    ['white-space', (right: Buffer) => ` ${right.toString('hex')}\n`],
    ['base64', (right: Buffer) => right.toString('base64')],
    ['base64', (right: Buffer) => right.toString('base64url')],
    ['base64', (right: Buffer) => right.toString('base64').replace('=', '')],
    ['base64', (right: Buffer) => btoa(right.toString('hex'))],
  ])('identifies %s, alone and with another mistake', (id, write) => {
    expect(ids(write(hmac(text).digest()))).toEqual([id])
    expect(ids(write(createHmac('sha256', secret).update(text).digest()))).toEqual(['body-alone', id])
  })
})

describe('another timestamp or order of the parts', () => {
  it.each([
    ['milliseconds', `${timestamp}123`],
    ['iso-timestamp', '2025-10-09T08:53:20+00:00'],
    ['iso-timestamp', '2025-10-09 08:53:20'],
    ['decimal-timestamp', '1760000000.0'],
  ])('identifies %s', (id, at) => {
    expect(ids(over(`${topic}\n${store}\n${at}\n${text}`))).toEqual([id])
  })

  it.each([
    [`${timestamp}|${text}`, 'timestamp and body, with vertical bars'],
    [`${text}${timestamp}`, 'body and timestamp, with nothing'],
    [`${store}:${topic}:${text}`, 'store, topic and body, with colons'],
    [`${text}\n${topic}\n${store}\n${timestamp}`, 'body, topic, store and timestamp, with line feeds'],
    [`${topic} ${store} ${timestamp} ${text}`, 'topic, store, timestamp and body, with spaces'],
  ])('identifies %j', (message, words) => {
    expect(ids(over(message))).toEqual(['other-format'])
    expect(whats(over(message))).toContain(words)
  })
})

it('reports nothing if the signature is valid, for any body', () => {
  const bodies = [
    '',
    'undefined',
    '[object Object]',
    '{}',
    '[]',
    '""',
    '0',
    '{"a":1}',
    text,
    'b\'{"a":1}\'',
    '\ufeff{}',
  ]

  for (const body of bodies) {
    expect(explain(hmac(body).digest('hex'), { body: Buffer.from(body) }), body).toBeNull()
  }
})

it('is fast if no mistake matches, also for a body of 64 KB', () => {
  const body = Buffer.from(
    JSON.stringify({ lines: Array.from({ length: 1000 }, (_, id) => ({ id, note: 'ü/'.repeat(15) })) }),
  )
  const passed = processorTime()

  expect(explain('00'.repeat(32), { body })).toBeNull()
  expect(explain('00'.repeat(20), { body: Buffer.from(text) })).toBeNull()

  expect(passed()).toBeLessThan(atThisSpeed(10_000))
})

describe('a body whose characters were lost or encoded differently', () => {
  const name = 'Çağrı 🤨 “x”'
  const sent = Buffer.from(`{"name":"${name}"}`)
  const western = Buffer.from('{"name":"Çé"}')
  const signed = (message: string | Buffer) => hmac(message).digest('hex')
  const named = (body: Buffer, message: string | Buffer) =>
    explain(signed(message), { body })?.deviations.map(({ id, what }) => `${id}: ${what}`) ?? []

  // What each program writes for `sent`: .NET 8, Java 21, Python 3.13, Node 24, MySQL 8.
  it.each([
    ['{"name":"?a?r? ?? ?x?"}', /^ascii: .*\.NET Encoding\.ASCII\.GetBytes$/],
    ['{"name":"?a?r? ? ?x?"}', /^ascii: .*Java getBytes/],
    ['{"name":"??a??r?? ???? ???x???"}', /^ascii: .*GetString$/],
    ['{"name":"ar  x"}', /^ascii: .*nothing$/],
    ['{"name":"\ufffda\ufffdr\ufffd \ufffd \ufffdx\ufffd"}', /^ascii: .*U\+FFFD$/],
    ['{"name":"Çağrı \\ud83e\\udd28 “x”"}', /^escaped-body: .*escapes instead of emoji/],
    ['{"name":"Çağrı \\uD83E\\uDD28 “x”"}', /^escaped-body: .*capitals instead of emoji/],
  ])('explains a signature over %s', (message, expected) => {
    expect(named(sent, message)).toEqual([expect.stringMatching(expected)])
  })

  it.each([
    [
      'CESU-8',
      sent,
      Buffer.from(sent.toString('latin1').replace('\xf0\x9f\xa4\xa8', '\xed\xa0\xbe\xed\xb4\xa8'), 'latin1'),
      /^cesu-8/,
    ],
    ['U+FFFD for each byte', western, Buffer.from('{"name":"\ufffd\ufffd\ufffd\ufffd"}'), /^ascii: .*U\+FFFD for each/],
    ['7 bits of each byte', western, Buffer.from('{"name":"C\x07C)"}'), /^ascii: .*Node\.js toString/],
    [
      'Latin-1',
      western,
      Buffer.from('{"name":"\xc7\xe9"}', 'latin1'),
      /^latin1: over the body text encoded as Latin-1/,
    ],
    ['windows-1252', sent, Buffer.from('{"name":"\xc7a?r? ? \x93x\x94"}', 'latin1'), /^code-page: .*windows-1252$/],
    [
      'windows-1254',
      sent,
      Buffer.from('{"name":"\xc7a\xf0r\xfd ? \x93x\x94"}', 'latin1'),
      /^code-page: .*windows-1254$/,
    ],
    [
      'the original of a body that was read as Latin-1',
      Buffer.from(western.toString('latin1')),
      western,
      /^latin1: .*later read as Latin-1$/,
    ],
  ])('explains a signature over %s', (_, body, message, expected) => {
    expect(named(body, message)).toEqual([expect.stringMatching(expected)])
  })
})
