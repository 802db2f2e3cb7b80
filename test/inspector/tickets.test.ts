import { expect, it } from 'vitest'

import { makeInspector } from './bench.ts'

const json = { 'Content-Type': 'application/json' }

async function makeBench() {
  const clock = { now: new Date('2026-11-22T12:00:00.000Z') }
  const bench = await makeInspector({ now: () => clock.now })
  const [base, ticket = ''] = bench.ticketUrl().split('/#ticket=')
  const use = async (value: unknown, headers: Record<string, string> = json) => {
    const response = await fetch(`${bench.base}/api/ticket`, {
      method: 'POST',
      body: JSON.stringify({ ticket: value }),
      headers,
    })
    return { status: response.status, text: await response.text() }
  }
  return { ...bench, clock, opened: base, ticket, use }
}

it('opens a browser with a ticket, which returns the token once (T18)', async () => {
  const bench = await makeBench()

  expect(bench.opened).toBe(bench.base)
  expect(bench.ticketUrl()).not.toContain(bench.token)
  expect(await bench.use(bench.ticket)).toEqual({ status: 200, text: JSON.stringify({ token: bench.token }) })
  expect((await bench.use(bench.ticket)).status).toBe(401)
})

it('a ticket expires after a minute (T18)', async () => {
  const bench = await makeBench()

  bench.clock.now = new Date(bench.clock.now.getTime() + 61_000)

  expect((await bench.use(bench.ticket)).status).toBe(401)
})

it.each([['x'.repeat(32)], [''], [null], [{}], [['a']]])('rejects %j as a ticket (T19)', async (value) => {
  const bench = await makeBench()

  expect((await bench.use(value)).status).toBe(401)
  expect((await bench.use(value)).text).not.toContain(bench.token)
})

it.each([
  [403, { ...json, Origin: 'https://evil.example' }],
  [403, { ...json, 'Sec-Fetch-Site': 'cross-site' }],
  [415, { 'Content-Type': 'text/plain' }],
])('rejects a ticket from another page with %i, and the ticket stays valid (T8)', async (status, headers) => {
  const bench = await makeBench()

  expect((await bench.use(bench.ticket, headers as Record<string, string>)).status).toBe(status)
  expect((await bench.use(bench.ticket)).status).toBe(200)
})

it('rejects a ticket as a token (T19)', async () => {
  const bench = await makeBench()

  const { status } = await bench.ask('/api/timeline', { headers: { Authorization: `Bearer ${bench.ticket}` } })

  expect(status).toBe(401)
})
