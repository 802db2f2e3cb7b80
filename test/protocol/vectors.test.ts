import { describe, expect, it } from 'vitest'

import { verifyEmbedToken } from '../../src/protocol/embed-token.ts'
import { signingKey } from '../../src/protocol/signing-key.ts'
import { verifyEmbedToken as verifyEmbedTokenOnWeb } from '../../src/protocol/web/embed-token.ts'
import { signingKey as webSigningKey } from '../../src/protocol/web/hmac.ts'
import { verifyWebhook as verifyWebhookOnWeb } from '../../src/protocol/web/webhook-signature.ts'
import { signWebhook, verifyWebhook, webhookHeaderNames } from '../../src/protocol/webhook-signature.ts'
import vectors from './vectors.json' with { type: 'json' }

const key = signingKey(vectors.webhook_signing_secret)
const webKey = await webSigningKey(vectors.webhook_signing_secret)

describe('vectors.json', () => {
  it.each(vectors.webhook)(
    'verifies webhook $id with node:crypto and WebCrypto: $description (HOOK-009 HOOK-011)',
    async ({ now, headers, body_base64, expect: wanted }) => {
      const body = Buffer.from(body_base64, 'base64')

      const verdict = verifyWebhook({ key, headers, body, now: new Date(now * 1000) })

      expect(verdict.ok ? 'accept' : 'reject').toBe(wanted)
      expect(await verifyWebhookOnWeb({ key: webKey, headers, body, now: new Date(now * 1000) })).toEqual(verdict)
    },
  )

  it.each([
    ['W06', 'too-old'],
    ['W08', 'signature-mismatch'],
    ['WX01', 'signature-mismatch'],
  ])('reports why webhook %s is rejected: %s (HOOK-015)', (id, reason) => {
    const vector = vectors.webhook.find((each) => each.id === id)!
    const body = Buffer.from(vector.body_base64, 'base64')

    const verdict = verifyWebhook({ key, headers: vector.headers, body, now: new Date(vector.now * 1000) })

    expect(verdict).toMatchObject({ ok: false, reason })
  })

  it.each(vectors.webhook.filter((vector) => vector.expect === 'accept'))(
    'signs $id like the platform (HOOK-003 HOOK-004)',
    ({ headers, body_base64 }) => {
      const signature = signWebhook({
        key,
        topic: headers[webhookHeaderNames.topic],
        storeId: headers[webhookHeaderNames.store],
        timestamp: Number(headers[webhookHeaderNames.timestamp]),
        body: Buffer.from(body_base64, 'base64'),
      })

      expect(signature).toBe(headers[webhookHeaderNames.signature])
    },
  )

  it.each(vectors.embed)(
    'verifies embed token $id with node:crypto and WebCrypto: $description (EMB-072 EMB-073)',
    async (vector) => {
      const { token, secret_configured: hasSecret, registered_app_key: appKey } = vector
      const now = new Date(vector.now * 1000)

      const verdict = verifyEmbedToken({ token, key: hasSecret ? key : null, appKey, now })

      const { ok, error, ...claims } = vector.expect
      expect(await verifyEmbedTokenOnWeb({ token, key: hasSecret ? webKey : null, appKey, now })).toEqual(verdict)
      expect(verdict).toMatchObject(ok ? { ok, ...claims } : { ok, reason: error })
    },
  )
})
