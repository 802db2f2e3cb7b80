import { createSecretKey } from 'node:crypto'

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { issueState, verifyState } from '../../src/protocol/oauth-state.ts'
import { hmacKey, signingKey } from '../../src/protocol/web/hmac.ts'
import { issueState as issueOnWeb, verifyState as verifyOnWeb } from '../../src/protocol/web/oauth-state.ts'

const bytes = Uint8Array.from({ length: 32 }, (_, at) => at)
const key = createSecretKey(bytes)
const webKey = await hmacKey(bytes)
const now = new Date('2026-11-23T12:00:00Z')
const lifetimeMs = 60_000

describe('a state created with WebCrypto', () => {
  it('verifies with node:crypto, and the reverse (INST-016)', async () => {
    const here = issueState({ key, now })
    const there = await issueOnWeb({ key: webKey, now })

    expect(there.state).toHaveLength(96)
    expect(verifyState({ state: there.state, key, now, lifetimeMs, consume: () => true })).toEqual({
      ok: true,
      nonce: there.nonce,
      issuedAt: now,
    })
    const consume = async (nonce: string) => nonce === here.nonce
    expect(await verifyOnWeb({ state: here.state, key: webKey, now, lifetimeMs, consume })).toMatchObject({ ok: true })
  })

  it('is rejected for the same reasons, without consuming its nonce (INST-016)', async () => {
    const { state } = issueState({ key, now })
    const early = new Date(now.getTime() - 60_001)
    const late = new Date(now.getTime() + lifetimeMs + 1)
    const changed = (state[0] === 'A' ? 'B' : 'A') + state.slice(1)
    const asked: string[] = []
    const consume = async (nonce: string) => {
      asked.push(nonce)
      return false
    }
    const reasonOf = async (text: unknown, at = now) => {
      const onWeb = await verifyOnWeb({ state: text, key: webKey, now: at, lifetimeMs, consume })
      expect(onWeb).toEqual(verifyState({ state: text, key, now: at, lifetimeMs, consume: () => false }))
      return onWeb.ok ? 'ok' : onWeb.reason
    }

    expect(await reasonOf('')).toBe('state-missing')
    expect(await reasonOf(`${state}A`)).toBe('state-malformed')
    expect(await reasonOf(changed)).toBe('state-bad-signature')
    expect(await reasonOf(state, late)).toBe('state-expired')
    expect(await reasonOf(state, early)).toBe('state-not-yet-valid')
    expect(asked).toEqual([])
    expect(await reasonOf(state)).toBe('state-used')
  })

  it('is verified as with node:crypto, for any text', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.string(), fc.base64String()), async (text) => {
        const onWeb = await verifyOnWeb({ state: text, key: webKey, now, lifetimeMs, consume: async () => true })
        expect(onWeb).toEqual(verifyState({ state: text, key, now, lifetimeMs, consume: () => true }))
      }),
      { numRuns: 50 },
    )
  })
})

it('WebCrypto also creates no key from an empty signing secret (T1)', async () => {
  await expect(signingKey('')).rejects.toThrow(TypeError)
})
