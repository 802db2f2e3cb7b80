import { expect, it } from 'vitest'

import { isRepeatable, retryAfterMs, withRetries } from '../../src/client/retry.ts'
import { AppError } from '../../src/errors.ts'
import type { WireResponse } from '../../src/http/wire.ts'

const START = Date.parse('2026-11-21T12:00:00Z')

type Step = Partial<WireResponse> | Error

/** Plays the steps in turn, the last one again and again; time stands still but for the waits. */
async function play(steps: readonly Step[], random = () => 0.5) {
  let at = START
  let tries = 0
  const waits: number[] = []
  const outcome = await withRetries(
    {
      now: () => new Date(at),
      sleep: async (ms) => void (at += ms),
      random,
      onWait: ({ ms }) => waits.push(ms),
    },
    async () => {
      const step = steps[Math.min(tries++, steps.length - 1)]
      if (step instanceof Error) throw step
      return { status: 200, headers: {}, body: new Uint8Array(), ...step }
    },
  ).catch((error: unknown) => error)
  return { outcome, tries, waits, elapsed: at - START }
}

const reset = new AppError('net.unreachable', 'x', { details: { reason: 'ECONNRESET', sent: true } })
const refused = new AppError('net.unreachable', 'x', { details: { reason: 'ECONNREFUSED', sent: false } })

it.each([undefined, '0', '1', '-5', 'abc', '1e9', 'Sat, 21 Nov 2026 11:59:00 GMT'])(
  'makes at most 6 attempts in 5 minutes for responses with 429, Retry-After %s (P16)',
  async (value) => {
    const headers = value === undefined ? {} : { 'retry-after': value }
    const { outcome, tries, waits, elapsed } = await play([{ status: 429, headers }], Math.random)

    expect(outcome).toMatchObject({ status: 429 })
    expect(tries).toBe(6)
    expect(elapsed).toBeLessThanOrEqual(300_000)
    for (const wait of waits) expect(wait).toBeGreaterThanOrEqual(1_000)
    for (const wait of waits) expect(wait).toBeLessThanOrEqual(60_000)
  },
)

it('waits as long as Retry-After requires, and stops if the wait would exceed 5 minutes (P16)', async () => {
  const slow = await play([{ status: 429, headers: { 'retry-after': '120' } }])
  expect(slow).toMatchObject({ tries: 3, waits: [120_000, 120_000] })

  const absurd = await play([{ status: 429, headers: { 'retry-after': '1000000000' } }])
  expect(absurd).toMatchObject({ tries: 1, waits: [], outcome: { status: 429 } })
})

it('doubles the ceiling of the jitter up to 60 s (P16)', async () => {
  expect((await play([{ status: 429 }], () => 1)).waits).toEqual([2_000, 4_000, 8_000, 16_000, 32_000])
  expect((await play([{ status: 429 }], () => 0)).waits).toEqual([1_000, 1_000, 1_000, 1_000, 1_000])
})

it.each([502, 503, 504])('retries at most 3 times after %i (P21)', async (status) => {
  expect(await play([{ status }])).toMatchObject({ tries: 4, outcome: { status } })
  expect(await play([{ status }, {}])).toMatchObject({ tries: 2, outcome: { status: 200 } })
})

it('retries at most 3 times after a connection that was closed mid-response (P21)', async () => {
  expect(await play([reset])).toMatchObject({ tries: 4, outcome: reset })
  expect(await play([reset, reset, {}])).toMatchObject({ tries: 3, outcome: { status: 200 } })
})

it('sends nothing more if a connection was closed and the 5 minutes are over (P16)', async () => {
  const slow = { status: 429, headers: { 'retry-after': '299' } }

  expect(await play([slow, reset, {}])).toMatchObject({ tries: 2, outcome: reset })
})

it.each([400, 401, 402, 403, 404, 409, 500])('does not retry after %i', async (status) => {
  expect(await play([{ status }])).toMatchObject({ tries: 1, outcome: { status } })
})

it('does not retry if no server listens', async () => {
  expect(await play([refused])).toMatchObject({ tries: 1, outcome: refused })
})

const badGateway = { status: 502, headers: {}, body: new Uint8Array() }

it.each([
  ['a refusal by 429', { ...badGateway, status: 429 }, false],
  ['a 502', badGateway, true],
  ['a connection that was closed in the middle', reset, true],
])('an interruption of the wait after %s reports whether the request may have completed', async (_, step, sent) => {
  const interrupted = new AbortController()

  const outcome = withRetries(
    {
      now: () => new Date(START),
      sleep: (_ms, signal) => {
        interrupted.abort()
        return Promise.reject(signal?.reason as Error)
      },
      random: () => 0,
      signal: interrupted.signal,
    },
    () => (step instanceof Error ? Promise.reject(step) : Promise.resolve(step)),
  )

  await expect(outcome).rejects.toMatchObject({ code: 'cli.interrupted', details: { sent } })
})

it('a retry that cannot connect leaves the result of the first attempt open (P21)', async () => {
  const { outcome } = await play([reset, refused])

  expect(outcome).toMatchObject({ code: 'net.unreachable', details: { reason: 'ECONNREFUSED', sent: true } })
})

const nothing = { query: {}, params: {}, body: undefined }

it('retries reads and writes with a documented key, but no other write (P21)', () => {
  const key = { kind: 'key', field: 'externalRef' } as const
  expect(isRepeatable({ kind: 'read' }, nothing)).toBe(true)
  expect(isRepeatable({ kind: 'natural', why: 'x' }, nothing)).toBe(true)
  expect(isRepeatable({ kind: 'none' }, { ...nothing, body: { externalRef: 'a' } })).toBe(false)
  expect(isRepeatable(key, { ...nothing, body: { externalRef: 'a' } })).toBe(true)
})

it('reads no key from the prototype (P21)', () => {
  expect(isRepeatable({ kind: 'key', field: 'toString' }, { ...nothing, body: '{}' })).toBe(false)
})

it('finds a key in each row (P21)', () => {
  const key = { kind: 'key', field: 'items[].ref' } as const
  expect(isRepeatable(key, { ...nothing, body: '{"items":[{"ref":"a"}]}' })).toBe(true)
  expect(isRepeatable(key, { ...nothing, body: '{"items":[{"ref":"a"},{}]}' })).toBe(false)
})

it.each([
  [{ query: { ref: 'a' } }, true],
  [{ params: { ref: 'a' } }, true],
  [{ body: '{"ref":"a"}' }, true],
  [{ body: '{"ref":7}' }, true],
  [{ body: { items: [{ ref: 'a' }, { ref: 'b' }] } }, true],
  [{ body: '{"items":[{"ref":"a"},{"ref":""}]}' }, false],
  [{ body: '{"items":[]}' }, false],
  [{ body: '{"ref":null}' }, false],
  [{ body: '{"ref":""}' }, false],
  [{ body: '{"other":{"ref":"a"}}' }, false],
  [{ body: 'ref' }, false],
  [{ body: new Uint8Array(3) }, false],
  [{}, false],
])('retries a write with a key only if the request contains the key: %j is %s (P21)', (places, repeatable) => {
  expect(isRepeatable({ kind: 'key', field: 'ref' }, { ...nothing, ...places })).toBe(repeatable)
})

it.each([
  ['7', 7_000],
  [' 7 ', 7_000],
  ['Sat, 21 Nov 2026 12:00:30 GMT', 30_000],
  ['Sat, 21 Nov 2026 11:00:00 GMT', 0],
  ['-5', null],
  ['1.5', null],
  ['tomorrow', null],
  ['2026-11-21', null],
])('parses Retry-After %j as %j ms', (value, ms) => {
  expect(retryAfterMs({ headers: { 'retry-after': value } }, new Date(START))).toBe(ms)
})
