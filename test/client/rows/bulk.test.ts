import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { endpoint } from '../../../src/catalog/endpoint.ts'
import { writeBulk, type RowState } from '../../../src/client/rows/bulk.ts'
import { matchResults } from '../../../src/client/rows/match-results.ts'
import { AppError } from '../../../src/errors.ts'
import type { WireRequest, WireResponse } from '../../../src/http/wire.ts'
import { parseJson } from '../../../src/text/json.ts'
import { answer, collect, makeListClient } from '../support.ts'

const things = endpoint({
  id: 'things.bulk',
  method: 'POST',
  path: '/things/bulk',
  summary: 'Write things.',
  scope: null,
  pin: 'required',
  body: z.object({ items: z.array(z.unknown()) }),
  response: z.object({ success: z.boolean() }),
  idempotency: { kind: 'none' },
  errors: [],
  assumed: [],
})

interface Row {
  readonly externalRef: string
}

const rowsOf = (count: number): Row[] => Array.from({ length: count }, (_, at) => ({ externalRef: `r${at + 1}` }))

const itemsOf = ({ body }: WireRequest) => (JSON.parse(String(body)) as { items: Row[] }).items

/** A platform that fails the rows whose reference is in `bad`. */
const perRow =
  (bad: readonly string[] = []) =>
  (request: WireRequest): WireResponse => {
    const results = itemsOf(request).map(({ externalRef }) => ({
      externalRef,
      id: 1,
      success: !bad.includes(externalRef),
    }))
    const failed = results.filter(({ success }) => !success).length
    return answer(200, { success: failed === 0, total: results.length, failed, results })
  }

async function write(
  rows: readonly unknown[],
  reply: (request: WireRequest) => WireResponse,
  options: { chunkRows?: number } = {},
) {
  const { client, sent } = makeListClient(reply)
  const chunks = await collect(writeBulk({ client, endpoint: things, rows, input: { region: 'tr' }, ...options }))
  const states = chunks.flatMap(({ outcomes }) => outcomes.map(({ state }) => state))
  const indexes = chunks.flatMap(({ outcomes }) => outcomes.map(({ index }) => index))
  return { chunks, states, indexes, sent }
}

const count = (states: readonly RowState[], wanted: RowState) => states.filter((state) => state === wanted).length

describe('writeBulk', () => {
  it.each([
    [0, []],
    [1, [1]],
    [100, [100]],
    [101, [100, 1]],
    [250, [100, 100, 50]],
  ])('sends %i rows in requests of %j (N30)', async (rows, sizes) => {
    const { sent, states, indexes } = await write(rowsOf(rows), perRow())

    expect(sent.map((request) => itemsOf(request).length)).toEqual(sizes)
    expect(sent.every(({ headers }) => headers['X-Region-Id'] === '1')).toBe(true)
    expect(count(states, 'done')).toBe(rows)
    expect(indexes).toEqual(rowsOf(rows).map((_, at) => at))
  })

  it('reports the result of each row', async () => {
    const { states, chunks } = await write(rowsOf(7), perRow(['r2', 'r6']), { chunkRows: 3 })

    expect(states).toEqual(['done', 'failed', 'done', 'done', 'done', 'failed', 'done'])
    expect(chunks[0]?.outcomes[1]).toEqual({
      index: 1,
      state: 'failed',
      result: { externalRef: 'r2', id: 1, success: false },
    })
  })

  it('sends every digit as typed', async () => {
    const typed = parseJson('[{"externalRef":"a","price":12345678901234567890.10}]')
    const { sent } = await write(typed.ok ? (typed.value as unknown[]) : [], perRow())

    expect(sent[0]?.body).toBe('{"items":[{"externalRef":"a","price":12345678901234567890.10}]}')
  })

  it('applies one response without results to all rows of its request (A8)', async () => {
    const { states } = await write(rowsOf(3), () => answer(200, { success: true }), { chunkRows: 2 })
    const refused = await write(rowsOf(2), () => answer(200, { success: false }))

    expect([states, refused.states]).toEqual([
      ['done', 'done', 'done'],
      ['failed', 'failed'],
    ])
  })

  it.each([400, 404, 409, 413, 422])('a %i stops only its own request', async (status) => {
    let asked = 0
    const { states, chunks, sent } = await write(
      rowsOf(6),
      (request) => (++asked === 2 ? answer(status) : perRow()(request)),
      {
        chunkRows: 2,
      },
    )

    expect(states).toEqual(['done', 'done', 'rejected', 'rejected', 'done', 'done'])
    expect(chunks[1]).toMatchObject({ result: null, error: { code: 'api.error' } })
    expect(sent).toHaveLength(3)
  })

  const lost = (sent: boolean) => new AppError('net.unreachable', 'x', { details: { sent, reason: 'ECONNRESET' } })

  it.each<[string, WireResponse | AppError, RowState]>([
    ['401', answer(401), 'rejected'],
    ['402', answer(402), 'rejected'],
    ['403', answer(403), 'rejected'],
    ['429', answer(429), 'rejected'],
    ['500', answer(500), 'unknown'],
    ['a budget that is used up', new AppError('api.rate-limited', 'x'), 'not-sent'],
    ['a lost answer', lost(true), 'unknown'],
    ['no connection', lost(false), 'not-sent'],
    ['a failure that does not say whether it was sent', new AppError('net.timeout', 'x'), 'unknown'],
    ['Ctrl-C while it waits', new AppError('cli.interrupted', 'x', { details: { sent: true } }), 'unknown'],
    ['Ctrl-C before', new AppError('cli.interrupted', 'x'), 'not-sent'],
  ])('stops at %s and reports the rest as not sent', async (_, step, state) => {
    let asked = 0
    const { states, chunks, sent } = await write(
      rowsOf(5),
      (request) => {
        if (++asked !== 2) return perRow()(request)
        if (step instanceof Error) throw step
        return step
      },
      { chunkRows: 2 },
    )

    expect(states).toEqual(['done', 'done', state, state, 'not-sent'])
    expect(chunks.at(-1)?.error).toBe(chunks[1]?.error)
    expect(sent).toHaveLength(2)
  })

  it('rethrows an error that is a bug', async () => {
    const bug = write(rowsOf(1), () => {
      throw new TypeError('bug')
    })

    await expect(bug).rejects.toThrow('bug')
  })
})

describe('matchResults', () => {
  const ref = (externalRef: string | null, id = 0) => ({ ...(externalRef === null ? {} : { externalRef }), id })

  it('matches by position if every result matches its row, so that two rows with the same key stay separate', () => {
    const results = [ref('a', 1), ref('a', 2), ref(null, 3)]

    expect(matchResults([ref('a'), ref('a'), ref('b')], results)).toEqual(results)
  })

  it('matches by key if the order differs, and rows with the same key in sequence', () => {
    expect(matchResults([ref('a'), ref('b'), ref('a')], [ref('b', 1), ref('a', 2), ref('a', 3)])).toEqual([
      ref('a', 2),
      ref('b', 1),
      ref('a', 3),
    ])
  })

  it('returns null for a row without a result', () => {
    expect(matchResults([ref('a'), ref('b'), ref(null)], [ref('b', 1)])).toEqual([null, ref('b', 1), null])
    expect(matchResults([ref('a')], [])).toEqual([null])
    expect(matchResults([ref('a')], [ref('x')])).toEqual([null])
  })

  it('matches attributes by the sent key, and numeric ids', () => {
    expect(matchResults([{ key: 'a' }, { key: 'b' }], [{ sent: 'b' }, { sent: 'a' }])).toEqual([
      { sent: 'a' },
      { sent: 'b' },
    ])
    expect(matchResults([{ productId: 1 }, { productId: 2 }], [{ productId: 2 }, { productId: 1 }])).toEqual([
      { productId: 1 },
      { productId: 2 },
    ])
  })
})

it('a row that the response does not mention has an unknown result', async () => {
  const { states } = await write(rowsOf(2), () => answer(200, { results: [{ externalRef: 'r2', success: true }] }))

  expect(states).toEqual(['unknown', 'done'])
})

it('accepts only true as success (P5)', async () => {
  const results = [{ success: 'true' }, { success: 1 }, { success: true }, {}, null]
  const { states } = await write(rowsOf(5), () => answer(200, { results }))

  expect(states).toEqual(['failed', 'failed', 'done', 'unknown', 'unknown'])
})
