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
  it('makes a signed state that the app itself verifies on return (INST-016 INST-028)', () => {
    const { state, nonce } = issueState({ key, now })

    expect(verify(state)).toEqual({ ok: true, nonce, issuedAt: now })
  })

  it('stays within 512 characters that need no escaping anywhere (INST-032 INST-033)', () => {
    const { state } = issueState({ key, now })

    expect(state).toMatch(/^[A-Za-z0-9_-]{96}$/)
    expect(checkStateValue(state)).toEqual({ ok: true })
    expect(encodeURIComponent(state)).toBe(state)
  })

  it('has a nonce of 256 bits, and never the same one (T1)', () => {
    const nonces = Array.from({ length: 200 }, () => issueState({ key, now }).nonce)

    expect(new Set(nonces).size).toBe(200)
    for (const nonce of nonces) expect(Buffer.from(nonce, 'base64url')).toHaveLength(32)
  })

  it('takes its randomness from its caller', () => {
    const { nonce } = issueState({ key, now, random: (size) => new Uint8Array(size).fill(7) })

    expect(nonce).toBe(Buffer.alloc(32, 7).toString('base64url'))
  })
})

describe('verifyState', () => {
  it('takes a state once (INST-016 T1)', () => {
    const { consume } = ledger()
    const { state } = issueState({ key, now })

    expect(verify(state, { consume }).ok).toBe(true)
    expect(verify(state, { consume })).toEqual({ ok: false, reason: 'state-used' })
  })

  it('uses nothing up for a state that is wrong (T2)', () => {
    const { used, consume } = ledger()
    const { state } = issueState({ key, now })
    const foreign = issueState({ key: signingKey('another'), now }).state

    for (const wrong of [foreign, state.slice(1), `${state}A`, '', undefined]) verify(wrong, { consume })
    verify(state, { consume, now: after(lifetimeMs + 1) })

    expect(used).toEqual([])
    expect(verify(state, { consume }).ok).toBe(true)
  })

  it.each([undefined, null, ''])('distinguishes a missing state (%j) from a wrong one', (state) => {
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
  ])('refuses %j as malformed (T1)', (state) => {
    expect(verify(state)).toEqual({ ok: false, reason: 'state-malformed' })
  })

  it('refuses a state of another app (T1)', () => {
    const { state } = issueState({ key: signingKey('another'), now })

    expect(verify(state)).toEqual({ ok: false, reason: 'state-bad-signature' })
  })

  it.each([
    [lifetimeMs, true],
    [lifetimeMs + 1, 'state-expired'],
    [-60_000, true],
    [-60_001, 'state-not-yet-valid'],
  ])('at an age of %i ms answers %j (T1)', (ms, expected) => {
    const verdict = verify(good, { now: after(ms) })

    expect(verdict.ok || verdict.reason).toBe(expected)
  })

  it('accepts nothing when its own clock is broken', () => {
    expect(verify(good, { now: new Date(Number.NaN) }).ok).toBe(false)
  })
})

describe('verifyState, for any input (P24)', () => {
  it('gives back the nonce of every state that was issued (INST-016)', () => {
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

  it('refuses a state with a single bit turned over (T1)', () => {
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
