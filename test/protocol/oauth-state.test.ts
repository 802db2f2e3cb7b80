import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { issueState, verifyState, type StateToVerify } from '../../src/protocol/oauth-state.ts'
import { signingKey } from '../../src/protocol/signing-key.ts'
import { checkStateValue } from '../../src/protocol/state-value.ts'
import { flipBit } from './support/flip.ts'
import { runs } from './support/runs.ts'

const key = signingKey('a secret of the app')
const now = new Date('2026-11-21T00:00:00.000Z')
const lifetimeMs = 600_000
const after = (ms: number) => new Date(now.getTime() + ms)

/** Takes each nonce once, as a database with a unique column does. */
function ledger() {
  const used: string[] = []
  return { used, consume: (nonce: string) => !used.includes(nonce) && used.push(nonce) > 0 }
}

const verify = (state: unknown, changes: Partial<StateToVerify> = {}) =>
  verifyState({ state, key, now, lifetimeMs, consume: ledger().consume, ...changes })

describe('issueState', () => {
  it('creates a signed state that the app itself verifies on return (INST-016 INST-028)', () => {
    const { state, nonce } = issueState({ key, now })

    expect(verify(state)).toEqual({ ok: true, nonce, issuedAt: now })
  })

  it('has at most 512 characters, none of which needs escaping (INST-032 INST-033)', () => {
    const { state } = issueState({ key, now })

    expect(state).toMatch(/^[A-Za-z0-9_-]{96}$/)
    expect(checkStateValue(state)).toEqual({ ok: true })
    expect(encodeURIComponent(state)).toBe(state)
  })

  it('has a nonce of 256 bits, never repeated (T1)', () => {
    const nonces = Array.from({ length: 200 }, () => issueState({ key, now }).nonce)

    expect(new Set(nonces).size).toBe(200)
    for (const nonce of nonces) expect(Buffer.from(nonce, 'base64url')).toHaveLength(32)
  })

  it('uses the random source of the caller', () => {
    const { nonce } = issueState({ key, now, random: (size) => new Uint8Array(size).fill(7) })

    expect(nonce).toBe(Buffer.alloc(32, 7).toString('base64url'))
  })
})

describe('verifyState', () => {
  it('accepts a state only once (INST-016 T1)', () => {
    const { consume } = ledger()
    const { state } = issueState({ key, now })

    expect(verify(state, { consume }).ok).toBe(true)
    expect(verify(state, { consume })).toEqual({ ok: false, reason: 'state-used' })
  })

  it('does not consume a nonce for an invalid state (T2)', () => {
    const { used, consume } = ledger()
    const { state } = issueState({ key, now })
    const foreign = issueState({ key: signingKey('another'), now }).state

    for (const wrong of [foreign, state.slice(1), `${state}A`, '', undefined]) verify(wrong, { consume })
    verify(state, { consume, now: after(lifetimeMs + 1) })

    expect(used).toEqual([])
    expect(verify(state, { consume }).ok).toBe(true)
  })

  it.each([undefined, null, ''])('distinguishes a missing state (%j) from an invalid one', (state) => {
    expect(verify(state)).toEqual({ ok: false, reason: 'state-missing' })
  })

  const good = issueState({ key, now }).state
  it.each([
    good.slice(0, -4),
    `${good}AAAA`,
    ` ${good}`,
    `${good}=`,
    good.replace(/^./, '+'),
    'x',
    7,
    {},
    [good],
    '\ud800',
  ])('rejects %j as malformed (T1)', (state) => {
    expect(verify(state)).toEqual({ ok: false, reason: 'state-malformed' })
  })

  it('rejects a state of another app (T1)', () => {
    const { state } = issueState({ key: signingKey('another'), now })

    expect(verify(state)).toEqual({ ok: false, reason: 'state-bad-signature' })
  })

  it.each([
    [lifetimeMs, true],
    [lifetimeMs + 1, 'state-expired'],
    [-60_000, true],
    [-60_001, 'state-not-yet-valid'],
  ])('after %i ms returns %j (T1)', (ms, expected) => {
    const verdict = verify(good, { now: after(ms) })

    expect(verdict.ok || verdict.reason).toBe(expected)
  })

  it('rejects every state if the current time is invalid', () => {
    expect(verify(good, { now: new Date(Number.NaN) }).ok).toBe(false)
  })
})

describe('verifyState, for any input (P24)', () => {
  it('returns the nonce of every issued state (INST-016)', () => {
    const moments = fc.date({ min: new Date(0), max: new Date(8e15), noInvalidDate: true })
    fc.assert(
      fc.property(moments, fc.uint8Array({ minLength: 32, maxLength: 32 }), (moment, bytes) => {
        const { state, nonce } = issueState({ key, now: moment, random: () => bytes })
        expect(verify(state, { now: moment })).toEqual({ ok: true, nonce, issuedAt: moment })
        expect(nonce).toBe(Buffer.from(bytes).toString('base64url'))
      }),
      runs,
    )
  })

  it('rejects a state with a single flipped bit (T1)', () => {
    fc.assert(
      fc.property(fc.nat(), (bit) => {
        const flipped = flipBit(Buffer.from(issueState({ key, now }).state, 'base64url'), bit)
        expect(verify(Buffer.from(flipped).toString('base64url'))).toEqual({ ok: false, reason: 'state-bad-signature' })
      }),
      runs,
    )
  })

  it('never throws and never accepts garbage (T15)', () => {
    const bytes = fc.uint8Array({ minLength: 72, maxLength: 72 }).map((some) => Buffer.from(some).toString('base64url'))
    fc.assert(
      fc.property(fc.oneof(fc.anything(), fc.string({ unit: 'binary' }), bytes), (state) => {
        expect(verify(state).ok).toBe(false)
      }),
      runs,
    )
  })
})
