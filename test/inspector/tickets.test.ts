import { expect, it } from 'vitest'

import { makeInspector } from './fixture.ts'

const json = { 'Content-Type': 'application/json' }

async function makeFixture() {
  const clock = { now: new Date('2026-11-22T12:00:00.000Z') }
  const fixture = await makeInspector({ now: () => clock.now })
  const [base, ticket = ''] = fixture.ticketUrl().split('/#ticket=')
  const use = async (value: unknown, headers: Record<string, string> = json) => {
    const response = await fetch(`${fixture.base}/api/ticket`, {
      method: 'POST',
      body: JSON.stringify({ ticket: value }),
      headers,
    })
    return { status: response.status, text: await response.text() }
  }
  return { ...fixture, clock, opened: base, ticket, use }
}

it('opens a browser with a ticket, which returns the token once (T18)', async () => {
  const fixture = await makeFixture()

  expect(fixture.opened).toBe(fixture.base)
  expect(fixture.ticketUrl()).not.toContain(fixture.token)
  expect(await fixture.use(fixture.ticket)).toEqual({ status: 200, text: JSON.stringify({ token: fixture.token }) })
  expect((await fixture.use(fixture.ticket)).status).toBe(401)
})

it('a ticket expires after a minute (T18)', async () => {
  const fixture = await makeFixture()

  fixture.clock.now = new Date(fixture.clock.now.getTime() + 61_000)

  expect((await fixture.use(fixture.ticket)).status).toBe(401)
})

it.each([['x'.repeat(32)], [''], [null], [{}], [['a']]])('rejects %j as a ticket (T19)', async (value) => {
  const fixture = await makeFixture()

  expect((await fixture.use(value)).status).toBe(401)
  expect((await fixture.use(value)).text).not.toContain(fixture.token)
})

it.each([
  [403, { ...json, Origin: 'https://evil.example' }],
  [403, { ...json, 'Sec-Fetch-Site': 'cross-site' }],
  [415, { 'Content-Type': 'text/plain' }],
])('rejects a ticket from another page with %i, and the ticket stays valid (T8)', async (status, headers) => {
  const fixture = await makeFixture()

  expect((await fixture.use(fixture.ticket, headers as Record<string, string>)).status).toBe(status)
  expect((await fixture.use(fixture.ticket)).status).toBe(200)
})

it('rejects a ticket as a token (T19)', async () => {
  const fixture = await makeFixture()

  const { status } = await fixture.ask('/api/timeline', { headers: { Authorization: `Bearer ${fixture.ticket}` } })

  expect(status).toBe(401)
})
