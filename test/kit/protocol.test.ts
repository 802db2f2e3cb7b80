import { execFileSync } from 'node:child_process'
import { createServer } from 'node:http'

import { expect, it, onTestFinished } from 'vitest'

import {
  authorizeUrl,
  createState,
  exchangeCode,
  issueEmbedToken,
  openToken,
  readEvent,
  sealToken,
  signingKey,
  signWebhook,
  verifyEmbedToken,
  verifyState,
  verifyWebhook,
  type EmbedPayload,
  type ExchangeResult,
} from '../../src/kit/protocol.ts'
import { startPlatform } from '../../src/testing/testing.ts'
import vectors from '../protocol/vectors.json' with { type: 'json' }
import { isMissing, needing } from '../support/machine/needed-programs.ts'

const secret = vectors.webhook_signing_secret

it.each(vectors.webhook)(
  'verifies webhook $id with a secret and with a key (HOOK-009): $description',
  async (vector) => {
    const body = Buffer.from(vector.body_base64, 'base64')
    const received = { headers: vector.headers, body, now: new Date(vector.now * 1000) }

    const verdict = await verifyWebhook({ secret, ...received })

    expect(verdict.ok ? 'accept' : 'reject').toBe(vector.expect)
    expect(await verifyWebhook({ key: await signingKey(secret), ...received })).toEqual(verdict)
  },
)

it.each(vectors.embed.filter(({ secret_configured: hasSecret }) => hasSecret))(
  'verifies embed token $id (EMB-072): $description',
  async ({ token, registered_app_key: appKey, now, expect: wanted }) => {
    const verdict = await verifyEmbedToken({ secret, token, appKey, now: new Date(now * 1000) })

    expect(verdict).toMatchObject(wanted.ok ? wanted : { ok: false })
  },
)

it.skipIf(isMissing('openssl'))(
  needing('openssl', 'accepts a delivery that openssl alone has signed (HOOK-009)'),
  async () => {
    const body = '{"eventId":"evt_1","storeId":7,"data":{"orderId":9}}'
    const seconds = String(Math.floor(Date.now() / 1000))
    const text = `order.paid\n7\n${seconds}\n${body}`
    const printed = execFileSync('openssl', ['dgst', '-sha256', '-hmac', secret], { input: text, encoding: 'utf8' })
    const headers = {
      'X-Service-Hmac-Sha256': /[0-9a-f]{64}/.exec(printed)?.[0] ?? '',
      'X-Service-Topic': 'order.paid',
      'X-Service-Store': '7',
      'X-Service-Timestamp': seconds,
    }

    const verify = (sent: string) => verifyWebhook({ secret, headers, body: new TextEncoder().encode(sent) })

    expect(await verify(body)).toMatchObject({ ok: true, topic: 'order.paid', storeId: '7' })
    expect(await verify(`${body} `)).toEqual({ ok: false, reason: 'signature-mismatch' })
  },
)

it('signs deliveries and embed tokens that it accepts now', async () => {
  const body = new TextEncoder().encode('{"eventId":"evt_1","storeId":7,"data":{"orderId":9}}')
  const headers = await signWebhook({ secret, topic: 'order.paid', storeId: 7, body })
  const iat = Math.floor(Date.now() / 1000)
  const payload: EmbedPayload = {
    V: 1,
    AppKey: 'app.a.b',
    StoreId: 7,
    RegionId: 1,
    StoreCode: 's',
    Scope: 'region',
    Iat: iat,
    Exp: iat + 120,
  }
  const token = await issueEmbedToken({ secret, payload })

  expect(await verifyWebhook({ secret, headers, body })).toMatchObject({ ok: true, topic: 'order.paid', storeId: '7' })
  expect(readEvent(body)).toMatchObject({ eventId: 'evt_1', storeId: 7, regionId: null, orderId: 9 })
  expect(await verifyEmbedToken({ secret, token, appKey: 'app.a.b' })).toMatchObject({ ok: true, storeId: 7 })
  expect(await verifyEmbedToken({ secret: 'other', token, appKey: 'app.a.b' })).toMatchObject({ ok: false })
})

it('accepts a state once, and rejects the state of another secret (K9 STATE-004)', async () => {
  const used = new Set<string>()
  const consume = async (nonce: string) => !used.has(nonce) && used.add(nonce) !== undefined
  const { state, nonce } = await createState({ secret })

  const verdicts = [
    await verifyState({ secret: 'other', state, consume }),
    await verifyState({ secret, state, consume }),
    await verifyState({ secret, state, consume }),
    await verifyState({ secret, state, consume, now: new Date(Date.now() + 15 * 60_000 + 5000) }),
  ]

  expect(verdicts).toMatchObject([
    { ok: false, reason: 'state-bad-signature' },
    { ok: true, nonce },
    { ok: false, reason: 'state-used' },
    { ok: false, reason: 'state-expired' },
  ])
})

it('encrypts a token for its owner (K10)', async () => {
  const sealed = await sealToken({ secret, owner: '7/1', token: 'svcapp_token' })

  expect(sealed).not.toContain('svcapp_token')
  expect(await openToken({ secret, owner: '7/1', sealed })).toBe('svcapp_token')
  expect(await openToken({ secret, owner: '7/2', sealed })).toBe(null)
  expect(await openToken({ secret: 'a'.repeat(64), owner: '7/1', sealed })).toBe(null)
  await expect(sealToken({ secret: 'short', owner: '', token: '' })).rejects.toThrow(/SVCAPP_TOKEN_KEY/)
})

it('exchanges a code of the platform once, and never throws, whatever the response', async () => {
  const platform = await startPlatform({ dir: '/' })
  onTestFinished(() => platform.close())
  const {
    SVCAPP_BASE_URL: baseUrl = '',
    SVCAPP_CLIENT_ID: clientId = '',
    SVCAPP_CLIENT_SECRET: clientSecret = '',
  } = platform.env
  const { state } = await createState({ secret })
  const { SVCAPP_ADMIN_URL: adminUrl = '', SVCAPP_APP_KEY: appKey = '', SVCAPP_SCOPES = '' } = platform.env
  const start = authorizeUrl({ adminUrl, appKey, clientId, scopes: SVCAPP_SCOPES.split(' '), state })
  const results: ExchangeResult[] = []
  const exchange = (code: string, to = baseUrl) => exchangeCode({ baseUrl: to, clientId, clientSecret, code })
  const server = createServer((request, response) => {
    const code = new URL(request.url ?? '', 'http://localhost').searchParams.get('code')
    if (code === null) {
      response.writeHead(303, { location: start }).end()
      return
    }
    void exchange(code)
      .then(async (result) => results.push(result, await exchange(code)))
      .then(() => response.end())
  })
  await new Promise<void>((resolve) => server.listen(platform.app.port, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })

  await platform.installApp().catch(() => {})

  expect(results).toMatchObject([
    { ok: true, storeId: platform.store.id, storeName: platform.store.name },
    { ok: false, reason: 'exchange-refused', status: 401 },
  ])
  expect(await exchange('a'.repeat(64), 'http://127.0.0.1:9')).toEqual({
    ok: false,
    reason: 'exchange-lost',
    status: 0,
  })
})
