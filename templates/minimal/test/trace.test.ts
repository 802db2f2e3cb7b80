import assert from 'node:assert/strict'
import { test } from 'node:test'

import { request } from '../src/platform-request.ts'
import { inTrace, traceOf } from '../src/trace.ts'
import { makeApp } from './support/make-app.ts'

const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`
const event = { eventId: 'e1', storeId: 1001, regionId: 7, data: { orderId: 41 } }

test('a call to the platform is in the trace of the delivery that caused it, and others are in none', async (t) => {
  const { deliver, install, tools } = await makeApp()
  await install()
  const seen: (string | null)[][] = []
  t.mock.method(globalThis, 'fetch', async (_url: URL, { headers }: RequestInit) => {
    const sent = new Headers(headers)
    seen.push([sent.get('traceparent'), sent.get('tracestate'), sent.get('accept')])
    return Response.json({})
  })
  const call = () => request(new URL('https://api.example'), { headers: { Accept: 'x' } })
  t.mock.method(tools.platform, 'isAlive', async () => {
    await call()
    return true
  })

  await Promise.all([
    deliver('app.uninstalled', event, { traceparent, tracestate: 'a=b' }),
    deliver('app.uninstalled', { ...event, eventId: 'e2' }),
  ])
  await call()

  assert.deepEqual(seen.toSorted(), [
    [null, null, 'x'],
    [null, null, 'x'],
    [traceparent, 'a=b', 'x'],
  ])
})

test('what is no trace is not handed on', () => {
  for (const value of ['', 'x', 'a'.repeat(200), `${traceparent}\t`.repeat(2)]) {
    assert.equal(traceOf(new Headers({ traceparent: value })), undefined)
  }
  assert.deepEqual(traceOf(new Headers({ traceparent, tracestate: 'x'.repeat(600) })), { traceparent })
  assert.equal(
    inTrace(undefined, () => 7),
    7,
  )
})
