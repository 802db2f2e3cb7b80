import { expect, it } from 'vitest'
import * as z from 'zod/mini'

import { endpoint } from '../../../src/catalog/endpoint.ts'
import { streamDelta, type DeltaStart, type Follow } from '../../../src/client/paging/delta.ts'
import { AppError } from '../../../src/errors.ts'
import type { WireResponse } from '../../../src/http/wire.ts'
import { answer, collect, makeListClient } from '../support.ts'

const changes = endpoint({
  id: 'things.delta',
  method: 'GET',
  path: '/things/delta',
  summary: 'Changes.',
  scope: null,
  pin: 'required',
  query: z.object({
    updatedAfter: z.optional(z.string()),
    cursor: z.optional(z.string()),
    pageSize: z.optional(z.number()),
  }),
  response: z.object({ items: z.array(z.object({ id: z.number() })), nextCursor: z.string(), hasMore: z.boolean() }),
  paging: 'cursor',
  idempotency: { kind: 'read' },
  errors: [],
  assumed: [],
})

type Step = WireResponse | Error

const batch = (ids: readonly number[], nextCursor: string | null, hasMore = false) =>
  answer(200, { items: ids.map((id) => ({ id })), nextCursor, hasMore })

/** A platform that plays its steps in turn and then breaks off, and what the stream did meanwhile. */
function makeStream(
  steps: readonly Step[],
  { start = { updatedAfter: '2026-01-01T00:00:00Z' }, follow = false }: { start?: DeltaStart; follow?: boolean } = {},
) {
  const log: string[] = []
  let asked = 0
  const { client, sent } = makeListClient(({ url }) => {
    log.push(`ask ${url.searchParams.toString()}`)
    const step = steps[asked++] ?? new AppError('cli.interrupted', 'The end of the test.')
    if (step instanceof Error) throw step
    return step
  })
  const following: Follow = {
    pauseMs: 5_000,
    sleep: async (ms) => void log.push(`sleep ${ms}`),
    onTrouble: ({ code }) => log.push(`trouble ${code}`),
  }
  const stream = streamDelta({
    client,
    endpoint: changes,
    start,
    input: { region: 'tr', query: { pageSize: 2, updatedAfter: 'never sent', cursor: 'never sent' } },
    save: (cursor) => void log.push(`save ${cursor}`),
    ...(follow ? { follow: following } : {}),
  })
  return { stream, log, sent }
}

it('continues with the response cursor, byte for byte, until there is no more (DELTA-009 DELTA-012 DELTA-018 DELTA-019)', async () => {
  const opaque = 'öpa|que +&%/1'
  const { stream, log, sent } = makeStream([batch([1, 2], opaque, true), batch([3], 'c2')])

  const batches = await collect(stream)

  expect(batches.map(({ items, cursor, hasMore }) => [items.length, cursor, hasMore])).toEqual([
    [2, opaque, true],
    [1, 'c2', false],
  ])
  expect(sent.map(({ url }) => Object.fromEntries(url.searchParams))).toEqual([
    { pageSize: '2', updatedAfter: '2026-01-01T00:00:00Z' },
    { pageSize: '2', cursor: opaque },
  ])
  expect(log.filter((line) => line.startsWith('save'))).toEqual([`save ${opaque}`, 'save c2'])
})

it('saves a cursor only after the rows were delivered, and before the next request', async () => {
  const { stream, log } = makeStream([batch([1], 'c1', true), batch([2], 'c2')])

  await stream.next()
  expect(log.filter((line) => line.startsWith('save'))).toEqual([])
  await stream.next()
  expect(log.map((line) => line.split(' ')[0])).toEqual(['ask', 'save', 'ask'])
  await stream.return()
  expect(log.filter((line) => line.startsWith('save'))).toEqual(['save c1'])
})

it('waits for a slow save', async () => {
  const order: string[] = []
  const { client } = makeListClient(() => {
    order.push('ask')
    return batch([1], `c${order.length}`, order.length < 3)
  })
  const save = async () => {
    await new Promise((resolve) => void setImmediate(resolve))
    order.push('saved')
  }

  await collect(streamDelta({ client, endpoint: changes, start: { cursor: 'c0' }, input: { region: 'tr' }, save }))

  expect(order).toEqual(['ask', 'saved', 'ask', 'saved'])
})

it('saves no unchanged or missing cursor', async () => {
  const same = makeStream([batch([], 'c1')], { start: { cursor: 'c1' } })
  const none = makeStream([batch([], null)])

  const [[first], [second]] = [await collect(same.stream), await collect(none.stream)]

  expect([first?.cursor, second?.cursor]).toEqual(['c1', null])
  expect([...same.log, ...none.log].filter((line) => line.startsWith('save'))).toEqual([])
})

it('follows indefinitely with a pause after each round, and without a pause inside a round', async () => {
  const { stream, log } = makeStream([batch([1], 'c1', true), batch([2], 'c2'), batch([], 'c2'), batch([3], 'c3')], {
    follow: true,
  })

  await expect(collect(stream)).rejects.toMatchObject({ code: 'cli.interrupted' })

  expect(log.map((line) => line.replace(/pageSize=2&/, ''))).toEqual([
    'ask updatedAfter=2026-01-01T00%3A00%3A00Z',
    'save c1',
    'ask cursor=c1',
    'save c2',
    'sleep 5000',
    'ask cursor=c2',
    'sleep 5000',
    'ask cursor=c2',
    'save c3',
    'sleep 5000',
    'ask cursor=c3',
  ])
})

it('requests the same instant again if the platform returns no cursor', async () => {
  const { stream, log } = makeStream([batch([], null)], { follow: true })

  await expect(collect(stream)).rejects.toMatchObject({ code: 'cli.interrupted' })

  expect(log.filter((line) => line.includes('updatedAfter'))).toHaveLength(2)
})

it('retries temporary failures while following, and stops at any other failure', async () => {
  const unreachable = new AppError('net.unreachable', 'x', { details: { reason: 'ECONNREFUSED', sent: false } })
  const passing = [unreachable, new AppError('net.timeout', 'x'), new AppError('api.rate-limited', 'x'), answer(500)]
  const { stream, log } = makeStream([...passing, batch([1], 'c1'), answer(400, { message: 'Bad cursor.' })], {
    follow: true,
  })

  await expect(collect(stream)).rejects.toMatchObject({ code: 'api.error', details: { status: 400 } })

  expect(log.filter((line) => !line.startsWith('ask'))).toEqual([
    'trouble net.unreachable',
    'sleep 5000',
    'trouble net.timeout',
    'sleep 5000',
    'trouble api.rate-limited',
    'sleep 5000',
    'trouble api.error',
    'sleep 5000',
    'save c1',
    'sleep 5000',
  ])
})

it.each([[answer(500)], [answer(401)], [new AppError('net.timeout', 'x')]])(
  'stops at any failure when not following',
  async (step) => {
    const { stream } = makeStream([step])

    await expect(collect(stream)).rejects.toBeInstanceOf(AppError)
  },
)

it.each([[null], ['c1']])('throws if more rows exist but the next cursor is %s', async (cursor) => {
  const { stream, sent } = makeStream([batch([1], 'c1', true), batch([2], cursor, true)])

  await expect(collect(stream)).rejects.toMatchObject({
    code: 'api.error',
    message: expect.stringContaining('no new cursor') as string,
    // Whether anything is kept is the caller's to know.
    suggestions: [expect.not.stringContaining('saved') as string],
  })
  expect(sent).toHaveLength(2)
})

it.each(['[]', 'null', '{"nextCursor":"c"}'])('throws for the batch %s', async (body) => {
  const { stream } = makeStream([answer(200, body)])

  await expect(collect(stream)).rejects.toMatchObject({ code: 'api.bad-response' })
})

it('treats an empty cursor as missing, and accepts only true for more (P5)', async () => {
  const { stream, sent } = makeStream([answer(200, { items: [], nextCursor: '', hasMore: 'yes' })])

  const [only] = await collect(stream)

  expect([only?.cursor, only?.hasMore, sent.length]).toEqual([null, false, 1])
})
