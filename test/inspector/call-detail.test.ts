import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

import { expect, it } from 'vitest'

import type { CallDetail } from '../../src/inspector/detail/call-detail.ts'
import type { CallContent } from '../../src/journal/calls/call-content.ts'
import { appendCall, type Call } from '../../src/journal/calls/calls.ts'
import { makeApp } from '../support/app.ts'
import { makeInspector, type Fixture } from './fixture.ts'

const some: Call = {
  at: new Date('2026-11-21T12:00:00Z'),
  method: 'PUT',
  path: '/api/apps/v1/orders/1/costs?page=2',
  pin: '7',
  status: 201,
  ms: 12,
  note: null,
}

const content: CallContent = {
  request: {
    headers: [
      ['Host', '127.0.0.1:4811'],
      ['Authorization', 'Bearer …'],
      ['X-Region-Id', '7'],
      ['Content-Type', 'application/json'],
      ['Content-Length', '99'],
    ],
    body: { text: `{"note":"it's $(id) \`x\`","amount":1.50}`, bytes: 38, isCut: false, leftOut: null },
  },
  answer: {
    headers: [['Content-Type', 'application/json']],
    body: { text: '{"id":9007199254740993}', bytes: 23, isCut: false, leftOut: null },
  },
}

async function detailOf(fixture: Fixture, call: Call, kept: CallContent | null) {
  appendCall(fixture.journal, call, kept)
  return (await fixture.ask('/api/calls/1')).body as CallDetail
}

it('shows headers and bodies of a call, with JSON indented and every digit kept', async () => {
  const detail = await detailOf(await makeInspector(), some, content)

  expect(detail).toMatchObject({ isKept: true, curl: null, request: { headers: content.request.headers } })
  expect(detail.answer?.body).toEqual({
    raw: '{"id":9007199254740993}',
    pretty: '{\n  "id": 9007199254740993\n}',
    bytes: 23,
    isCut: false,
    leftOut: null,
  })
})

it('the curl command repeats the same call, with the token from the environment', async () => {
  const app = await makeApp((_, response) => void response.end('ok'))
  const fixture = await makeInspector({ baseUrl: new URL(`http://127.0.0.1:${app.port}`) })

  const { curl } = await detailOf(fixture, some, content)

  expect(curl?.isWhole).toBe(true)
  expect(curl?.command).toContain('"Authorization: Bearer $SVCAPP_TOKEN"')
  // The server of the test runs in this process and must be able to answer meanwhile.
  const env = { PATH: process.env['PATH'], SVCAPP_TOKEN: 'tok en' }
  const { stdout } = await promisify(execFile)('sh', ['-c', curl?.command ?? ''], { env })
  expect(stdout).toBe('ok')
  expect(app.seen[0]).toMatchObject({ method: 'PUT', target: some.path })
  expect(app.seen[0]?.body.toString()).toBe(content.request.body.text)
  expect(app.seen[0]?.headers).toMatchObject({ authorization: 'Bearer tok en', 'x-region-id': '7' })
})

it('reports a call that the command cannot repeat: its body was truncated, omitted, masked or never stored', async () => {
  const body = content.request.body
  const kept = (change: Partial<typeof body>): CallContent => ({
    ...content,
    request: { ...content.request, body: { ...body, ...change } },
  })
  const asks = [kept({ isCut: true }), kept({ text: null, leftOut: 'exchange' }), kept({ text: '{"token":"…"}' }), null]

  for (const ask of asks) {
    const { curl } = await detailOf(await makeInspector({ baseUrl: new URL('https://api.example') }), some, ask)
    expect(curl?.isWhole).toBe(false)
    expect(curl?.command).toContain("'https://api.example/api/apps/v1/orders/1/costs?page=2'")
  }
})
