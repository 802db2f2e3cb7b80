import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'

import { fromHere, makeApp } from './support/make-app.ts'

const LOCAL = 'http://localhost:3000/'

interface Visit {
  readonly url?: string
  readonly headers?: Record<string, string>
  readonly from?: string | null
  readonly isDeveloping?: boolean
}

async function seesInstalls(t: TestContext, { url = LOCAL, headers = {}, from, isDeveloping = true }: Visit) {
  const { app, install } = await makeApp(t, { isDeveloping })
  await install()
  const env = from === undefined ? fromHere : from === null ? {} : { incoming: { socket: { remoteAddress: from } } }
  return (await (await app.request(url, { headers }, env)).text()).includes('Demo &amp; Sons')
}

const own: [string, Visit][] = [
  ['localhost', {}],
  ['IPv6', { url: 'http://[::1]:3000/', from: '::1' }],
  ['IPv4 in IPv6', { url: 'http://127.0.0.1:3000/', from: '::ffff:127.0.0.1' }],
]

for (const [name, visit] of own) {
  test(`the status page is shown to this machine: ${name}`, async (t) =>
    assert.equal(await seesInstalls(t, visit), true))
}

const others: [string, Visit][] = [
  ['who came by the gateway and writes Host: localhost', { headers: { 'X-Svcapp-Public': '1' } }],
  ['who came by another proxy', { headers: { 'X-Forwarded-For': '203.0.113.1' } }],
  ['with another host name', { url: 'http://evil.example:3000/' }],
  ['on another machine', { from: '203.0.113.1' }],
  ['of whom nothing is known', { from: null }],
  ['of an app that does not run under app dev', { isDeveloping: false }],
]

for (const [name, visit] of others) {
  test(`the status page is not shown to a visitor ${name}`, async (t) =>
    assert.equal(await seesInstalls(t, visit), false))
}
