import { describe, expect, it } from 'vitest'

import { verifyEmbedToken } from '../../src/protocol/embed-token.ts'
import { signingKey } from '../../src/protocol/signing-key.ts'
import { signWebhook, verifyWebhook, webhookHeaderNames } from '../../src/protocol/webhook-signature.ts'
import vectors from './vectors.json' with { type: 'json' }

const key = signingKey(vectors.webhook_signing_secret)

describe('vectors.json', () => {
  it.each(vectors.webhook)(
    'HOOK-009 HOOK-011 webhook $id: $description',
    ({ now, headers, body_base64, expect: wanted }) => {
      const body = Buffer.from(body_base64, 'base64')

      const verdict = verifyWebhook({ key, headers, body, now: new Date(now * 1000) })

      expect(verdict.ok ? 'accept' : 'reject').toBe(wanted)
    },
  )

  it.each([
    ['W06', 'too-old'],
    ['W08', 'signature-mismatch'],
    ['WX01', 'signature-mismatch'],
  ])('HOOK-015 names why webhook %s is refused: %s', (id, reason) => {
    const vector = vectors.webhook.find((each) => each.id === id)!
    const body = Buffer.from(vector.body_base64, 'base64')

    const verdict = verifyWebhook({ key, headers: vector.headers, body, now: new Date(vector.now * 1000) })

    expect(verdict).toMatchObject({ ok: false, reason })
  })

  it.each(vectors.webhook.filter((vector) => vector.expect === 'accept'))(
    'HOOK-003 HOOK-004 signs $id as the platform does',
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

  it.each(vectors.embed)('EMB-072 EMB-073 embed token $id: $description', (vector) => {
    const verdict = verifyEmbedToken({
      token: vector.token,
      key: vector.secret_configured ? key : null,
      appKey: vector.registered_app_key,
      now: new Date(vector.now * 1000),
    })

    const { ok, error, ...claims } = vector.expect
    expect(verdict).toMatchObject(ok ? { ok, ...claims } : { ok, reason: error })
  })
})
