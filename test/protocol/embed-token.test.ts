import { createHmac } from 'node:crypto'

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import type { EmbedPayload } from '../../src/protocol/embed-payload.ts'
import {
  requestToken,
  signEmbedToken,
  verifyEmbedToken,
  type EmbedTokenError,
  type EmbedTokenToVerify,
} from '../../src/protocol/embed-token.ts'
import { findPanelInstall } from '../../src/protocol/panel-install.ts'
import { signingKey } from '../../src/protocol/signing-key.ts'
import { webhookHeaders } from '../../src/protocol/webhook-signature.ts'
import { flipTextBit } from './support/flip.ts'
import { runs } from './support/runs.ts'

const secret = 'ab12'.repeat(16)
const key = signingKey(secret)
const seconds = 1_795_219_200
const now = new Date(seconds * 1000)
const payload: EmbedPayload = {
  V: 1,
  AppKey: 'app.acme.sync',
  StoreId: 1001,
  RegionId: 7,
  StoreCode: 'acme-tr',
  Iat: seconds - 10,
  Exp: seconds + 110,
  Scope: 'region',
}

const verify = (token: unknown, changes: Partial<EmbedTokenToVerify> = {}) =>
  verifyEmbedToken({ token, key, appKey: 'app.acme.sync', now, ...changes })

/** A token with this text as its payload part, correctly signed. */
const signedText = (text: string) =>
  `${text}.${createHmac('sha256', secret).update(`service-embed-v1\n${text}`).digest('hex')}`

const signedJson = (json: string | Uint8Array) => signedText(Buffer.from(json).toString('base64url'))

/** A correctly signed token whose payload differs in these fields; undefined leaves a field out. */
const signedWith = (fields: Readonly<Record<string, unknown>>) => signedJson(JSON.stringify({ ...payload, ...fields }))

/** The two halves of a good token. */
const textOf = (token: string) => token.slice(0, -65)
const signatureOf = (token: string) => token.slice(-64)

const refused = (reason: string) => ({ ok: false, reason })

describe('signEmbedToken', () => {
  const token = signEmbedToken({ key, payload })

  it('creates base64url, a dot, and 64 characters of lowercase hex (EMB-058 EMB-072)', () => {
    expect(token).toMatch(/^[A-Za-z0-9_-]+\.[0-9a-f]{64}$/)
  })

  it('omits the padding, whatever the length of the payload (EMB-059)', () => {
    const codes = ['a', 'ab', 'abc', '\u00ff\u00fe?>~']
    const texts = codes.map((StoreCode) => textOf(signEmbedToken({ key, payload: { ...payload, StoreCode } })))

    for (const text of texts) expect(text).toMatch(/^[A-Za-z0-9_-]+$/)
  })

  it('contains the documented fields in PascalCase, readable without a key (EMB-060 EMB-061)', () => {
    const json: unknown = JSON.parse(Buffer.from(textOf(token), 'base64url').toString())

    expect(json).toEqual(payload)
  })

  it('signs service-embed-v1, LF and the base64url text with the signing secret (EMB-073 EMB-074)', () => {
    expect(token).toBe(signedText(textOf(token)))
  })
})

describe('verifyEmbedToken', () => {
  it('accepts a token and returns its store, region, scope and times (EMB-064 EMB-065 EMB-066 EMB-067 EMB-068 EMB-069 EMB-070)', () => {
    expect(verify(signEmbedToken({ key, payload }))).toEqual({
      ok: true,
      storeId: 1001,
      regionId: 7,
      storeCode: 'acme-tr',
      scope: 'region',
      issuedAt: new Date((seconds - 10) * 1000),
      expiresAt: new Date((seconds + 110) * 1000),
    })
  })

  it('accepts null for RegionId and StoreCode (EMB-066 EMB-067)', () => {
    const token = signedWith({ RegionId: null, StoreCode: null, Scope: 'store' })

    expect(verify(token)).toMatchObject({ ok: true, regionId: null, storeCode: null, scope: 'store' })
  })

  it('accepts an older token without Scope (EMB-070 EMB-089 B43)', () => {
    expect(verify(signedWith({ Scope: undefined }))).toMatchObject({ ok: true, scope: null })
  })

  it.each(['', '  ', '\t\n', undefined, null])('step 1: %j is a missing token (EMB-078 EMB-117)', (token) => {
    expect(verify(token)).toEqual(refused('embed_token_missing'))
    expect(verify(token, { key: null })).toEqual(refused('embed_token_missing'))
  })

  it.each(['x', 'abc', signEmbedToken({ key, payload })])(
    'step 2: verifies nothing without a secret (EMB-079)',
    (token) => {
      expect(verify(token, { key: null })).toEqual(refused('embed_secret_missing'))
    },
  )

  it.each([
    ['EMB-080', 'abc'],
    ['EMB-081', '.abc'],
    ['EMB-082', 'abc.'],
    ['EMB-080', '.'],
    ['EMB-080 EMB-118', 17],
    ['EMB-080 EMB-118', false],
    ['EMB-080 EMB-118', ['a.b']],
    ['EMB-080 EMB-118', {}],
  ])('%s step 3: %j is malformed, and never missing', (_, token) => {
    expect(verify(token)).toEqual(refused('embed_token_malformed'))
  })

  it('splits at the last dot, so that two dots cause an invalid signature (EMB-080 B43)', () => {
    expect(verify(`a.${signEmbedToken({ key, payload })}`)).toEqual(refused('embed_token_bad_signature'))
    expect(verify(`${signEmbedToken({ key, payload })}.a`)).toEqual(refused('embed_token_bad_signature'))
    // Its signature, behind the last dot, is right; base64url it is not.
    expect(verify(signedText('a.b'))).toEqual(refused('embed_token_malformed'))
  })

  it('step 4: accepts the signature in uppercase (EMB-084)', () => {
    const token = signEmbedToken({ key, payload })

    expect(verify(`${textOf(token)}.${signatureOf(token).toUpperCase()}`).ok).toBe(true)
  })

  it.each([
    ['one digit changed', (hex: string) => `${hex.startsWith('0') ? '1' : '0'}${hex.slice(1)}`],
    ['63 characters', (hex: string) => hex.slice(1)],
    ['65 characters', (hex: string) => `${hex}0`],
    ['junk that a decoder would ignore', (hex: string) => `${hex}zz`],
    ['a space', (hex: string) => ` ${hex}`],
    ['base64url', (hex: string) => Buffer.from(hex, 'hex').toString('base64url')],
  ])('step 5: rejects a signature with %s and reveals nothing else (EMB-083 EMB-085 EMB-086)', (_, change) => {
    const token = signEmbedToken({ key, payload })

    expect(verify(`${textOf(token)}.${change(signatureOf(token))}`)).toEqual(refused('embed_token_bad_signature'))
  })

  it('rejects a signature without the prefix, or one created for a webhook (EMB-074 EMB-076)', () => {
    const text = Buffer.from(JSON.stringify(payload)).toString('base64url')
    const bare = createHmac('sha256', secret).update(text).digest('hex')
    const webhook = webhookHeaders({
      key,
      topic: 'service-embed-v1',
      storeId: 1001,
      timestamp: seconds,
      body: Buffer.from(text),
    })

    expect(verify(`${text}.${bare}`)).toEqual(refused('embed_token_bad_signature'))
    expect(verify(`${text}.${webhook['X-Service-Hmac-Sha256']}`)).toEqual(refused('embed_token_bad_signature'))
  })

  it('verifies the base64url text as received, not the JSON inside (EMB-075)', () => {
    const json = ` {"V" : 1,\n "Exp":${seconds}, "Iat":${seconds},"StoreId":5,"AppKey":"app.acme.sync"} `
    const text = Buffer.from(json).toString('base64url')
    const overJson = createHmac('sha256', secret).update(`service-embed-v1\n${json}`).digest('hex')

    expect(verify(signedJson(json))).toMatchObject({ ok: true, storeId: 5 })
    expect(verify(`${text}.${overJson}`)).toEqual(refused('embed_token_bad_signature'))
  })

  it('verifies the signature before it reads the payload (EMB-077 EMB-087)', () => {
    expect(verify(`%%%.${'0'.repeat(64)}`)).toEqual(refused('embed_token_bad_signature'))
  })

  it.each([
    ['no base64url', signedText('%%%')],
    ['padding', signedText(`${Buffer.from(JSON.stringify({ ...payload, StoreCode: 'ab' })).toString('base64url')}=`)],
    ['no JSON', signedJson('{"V":1')],
    ['no object', signedJson('[1]')],
    ['null', signedJson('null')],
    ['a number', signedJson('1')],
    [
      'bytes that are not UTF-8',
      signedJson(Buffer.from(JSON.stringify({ ...payload, StoreCode: '\u00ff' }), 'latin1')),
    ],
    ['a nesting of 100,000', signedJson('['.repeat(100_000))],
  ])('step 6: a signed payload with %s is malformed (EMB-087 A40)', (_, token) => {
    expect(verify(token)).toEqual(refused('embed_token_malformed'))
  })

  it('step 6: reads the property names in any case (EMB-088 EMB-061)', () => {
    const lower = Object.fromEntries(Object.entries(payload).map(([name, value]) => [name.toLowerCase(), value]))
    const upper = Object.fromEntries(Object.entries(payload).map(([name, value]) => [name.toUpperCase(), value]))

    expect(verify(signedJson(JSON.stringify(lower)))).toMatchObject({ ok: true, storeId: 1001, regionId: 7 })
    expect(verify(signedJson(JSON.stringify(upper)))).toMatchObject({ ok: true, storeId: 1001, regionId: 7 })
  })

  it('rejects two spellings of one field (EMB-088 EMB-097)', () => {
    expect(verify(signedWith({ storeid: 2002 }))).toEqual(refused('embed_token_malformed'))
  })

  it('step 6: ignores unknown fields (EMB-089)', () => {
    const json = `{"Foo":{"V":2},"__proto__":{"StoreId":9},"constructor":1,${JSON.stringify(payload).slice(1)}`

    expect(verify(signedJson(json))).toMatchObject({ ok: true, storeId: 1001 })
  })

  it.each([2, 0, -1, '1', true, null, undefined, 1.5, [1]])('step 7: rejects V = %j (EMB-062 EMB-063 EMB-090)', (V) => {
    expect(verify(signedWith({ V }))).toEqual(refused('embed_token_malformed'))
  })

  it.each([0, -1, 1.5, '1001', null, undefined, true, 1e300])(
    'step 8: rejects StoreId = %j (EMB-065 EMB-091)',
    (StoreId) => {
      expect(verify(signedWith({ StoreId }))).toEqual(refused('embed_token_malformed'))
    },
  )

  it('rejects a StoreId that would be rounded to the id of another store (EMB-065 EMB-097)', () => {
    const json = JSON.stringify(payload).replace('1001', '9007199254740993')

    expect(verify(signedJson(json))).toEqual(refused('embed_token_malformed'))
  })

  it.each([
    ['EMB-066', { RegionId: '7' }],
    ['EMB-066', { RegionId: 7.5 }],
    ['EMB-067', { StoreCode: 5 }],
    ['EMB-064', { AppKey: 5 }],
    ['EMB-068', { Iat: undefined }],
    ['EMB-068', { Iat: String(seconds) }],
    ['EMB-069', { Exp: null }],
    ['EMB-069', { Exp: seconds + 0.5 }],
    ['EMB-069', { Exp: Number.MAX_SAFE_INTEGER }],
    ['EMB-070', { Scope: 'all' }],
    ['EMB-070', { Scope: 1 }],
  ])('%s step 6: rejects a field of another type: %j', (_, fields) => {
    expect(verify(signedWith(fields))).toEqual(refused('embed_token_malformed'))
  })

  it.each(['app.other.x', 'app.acme.sync2', '', null, undefined])(
    'step 9: AppKey = %j belongs to another app (EMB-064 EMB-092)',
    (AppKey) => {
      expect(verify(signedWith({ AppKey }))).toEqual(refused('embed_token_other_app'))
    },
  )

  it('step 9: compares the app key case-insensitively (EMB-093)', () => {
    expect(verify(signedWith({ AppKey: 'APP.ACME.SYNC' })).ok).toBe(true)
    expect(verify(signedWith({}), { appKey: 'App.Acme.Sync' }).ok).toBe(true)
  })

  it.each([
    ['EMB-096', { Exp: seconds - 59 }, null],
    ['EMB-096', { Exp: seconds - 60 }, null],
    ['EMB-094', { Exp: seconds - 61 }, 'embed_token_expired'],
    ['EMB-096', { Iat: seconds + 59 }, null],
    ['EMB-096', { Iat: seconds + 60 }, null],
    ['EMB-095', { Iat: seconds + 61 }, 'embed_token_not_yet_valid'],
  ])('%s P5 LIM-010 step 10: with %j returns %j', (_, fields, reason) => {
    expect(verify(signedWith(fields))).toMatchObject(reason === null ? { ok: true } : refused(reason))
  })

  it('accepts nothing if its own clock is invalid (EMB-094)', () => {
    expect(verify(signedWith({}), { now: new Date(Number.NaN) })).toEqual(refused('embed_token_expired'))
  })

  it.each([
    ['missing before secret', verify('', { key: null }), 'embed_token_missing'],
    ['secret before shape', verify('abc', { key: null }), 'embed_secret_missing'],
    ['signature before payload', verify(`%%%.${'0'.repeat(64)}`), 'embed_token_bad_signature'],
    ['version before app', verify(signedWith({ V: 2, AppKey: 'app.other.x' })), 'embed_token_malformed'],
    ['store before app', verify(signedWith({ StoreId: 0, AppKey: 'app.other.x' })), 'embed_token_malformed'],
    ['app before expiry', verify(signedWith({ AppKey: 'app.other.x', Exp: 1 })), 'embed_token_other_app'],
    ['expiry before issue', verify(signedWith({ Exp: 1, Iat: seconds + 999 })), 'embed_token_expired'],
  ])('runs the steps in order: %s (EMB-098)', (_, verdict, reason) => {
    expect(verdict).toEqual(refused(reason))
  })

  it('returns no value of the payload with a rejection (EMB-086 EMB-097)', () => {
    const refusals = [{ V: 2 }, { StoreId: 0 }, { AppKey: 'app.other.x' }, { Exp: 1 }, { Iat: seconds + 999 }]

    for (const fields of refusals) expect(Object.keys(verify(signedWith(fields)))).toEqual(['ok', 'reason'])
  })
})

const payloads = fc.record<EmbedPayload>({
  V: fc.constant(1 as const),
  AppKey: fc.constant('app.acme.sync'),
  StoreId: fc.integer({ min: 1 }),
  RegionId: fc.option(fc.integer({ min: 1 })),
  StoreCode: fc.option(fc.string({ unit: 'binary' })),
  Iat: fc.constant(seconds),
  Exp: fc.constant(seconds + 120),
  Scope: fc.option(fc.constantFrom('region', 'store')),
})

describe('verifyEmbedToken, for any input (P24)', () => {
  it('accepts every signed payload', () => {
    fc.assert(
      fc.property(payloads, (some) => {
        expect(verify(signEmbedToken({ key, payload: some }))).toMatchObject({
          ok: true,
          storeId: some.StoreId,
          regionId: some.RegionId,
          scope: some.Scope,
        })
      }),
      runs,
    )
  })

  it('rejects a token with a single flipped bit, unless it only changes the case of the signature (EMB-085)', () => {
    fc.assert(
      fc.property(payloads, fc.nat(), (some, bit) => {
        const token = signEmbedToken({ key, payload: some })
        const flipped = flipTextBit(token, bit)
        const isOnlyCase = flipped.slice(0, -64) + signatureOf(flipped).toLowerCase() === token
        expect(verify(flipped).ok).toBe(isOnlyCase)
      }),
      runs,
    )
  })

  it('accepts nothing signed with another key (EMB-085)', () => {
    fc.assert(
      fc.property(payloads, fc.string({ minLength: 1 }), (some, other) => {
        const token = signEmbedToken({ key: signingKey(other), payload: some })
        expect(verify(token)).toEqual(refused('embed_token_bad_signature'))
      }),
      runs,
    )
  })

  it('never throws and never accepts invalid input, signed or not (T15)', () => {
    const text = fc.oneof(fc.string({ unit: 'binary' }), fc.base64String(), fc.json())
    const garbage = fc.oneof(
      fc.anything(),
      text,
      text.map(signedText),
      text.map((some) => signedJson(some)),
    )
    fc.assert(
      fc.property(garbage, (token) => {
        expect(verify(token).ok).toBe(false)
      }),
      runs,
    )
  })

  it('rejects ten megabytes of any input (T14)', () => {
    const tokens = ['.'.repeat(1e7), 'a'.repeat(1e7), `${'a'.repeat(1e7)}.${'0'.repeat(64)}`, `a.${'A'.repeat(1e7)}`]

    for (const token of tokens) expect(verify(token).ok).toBe(false)
  })
})

describe('the codes', () => {
  /** A code that is left out, or one too many, does not compile. */
  const codes = {
    embed_token_missing: () => verify(''),
    embed_secret_missing: () => verify(signEmbedToken({ key, payload }), { key: null }),
    embed_token_malformed: () => verify('no-dot'),
    embed_token_bad_signature: () => verify(`${textOf(signEmbedToken({ key, payload }))}.${'0'.repeat(64)}`),
    embed_token_expired: () => verify(signedWith({ Iat: seconds - 1000, Exp: seconds - 880 })),
    embed_token_not_yet_valid: () => verify(signedWith({ Iat: seconds + 1000, Exp: seconds + 1120 })),
    embed_token_other_app: () => verify(signedWith({ AppKey: 'app.other.x' })),
    embed_store_not_installed: () => findPanelInstall({ storeId: 1, regionId: 1, scope: 'region' }, []),
  } satisfies Record<EmbedTokenError, () => { readonly ok: boolean; readonly reason?: string }>

  it.each(Object.entries(codes))('%s is one of exactly eight codes (ERR-022)', (code, provoke) => {
    expect(provoke()).toMatchObject(refused(code))
    expect(Object.keys(codes)).toHaveLength(8)
  })

  it('no token produces another code (ERR-022)', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.jsonValue(),
          fc.jsonValue().map((json) => signedJson(JSON.stringify(json))),
        ),
        (token) => {
          const verdict = verify(token)
          expect(verdict.ok || Object.hasOwn(codes, verdict.reason)).toBe(true)
        },
      ),
      runs,
    )
  })
})

it.each([
  ['good', 'bad', 'good'],
  ['bad', 'good', 'bad'],
  [undefined, 'good', 'good'],
  ['good', undefined, 'good'],
  ['', 'good', 'good'],
  [' ', 'good', 'good'],
  [null, null, undefined],
  ['', undefined, undefined],
  [undefined, '', ''],
])('of header %j and query %j the token is %j (EMB-115)', (header, query, token) => {
  expect(requestToken({ header, query })).toBe(token)
})
