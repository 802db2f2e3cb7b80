import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

import { expect, it, onTestFinished } from 'vitest'

import { startOutbound } from '../../../src/gateway/outbound.ts'
import { findContent, type CallContent } from '../../../src/journal/calls/call-content.ts'
import { listCalls } from '../../../src/journal/calls/calls.ts'
import { openJournal } from '../../../src/journal/journal.ts'
import { makeApp, type Answer } from '../../support/app.ts'

const TOKEN = `svcapp_1001_7_${'c'.repeat(64)}`

async function makeKeeping(platform: Answer, keepsContent: boolean | undefined = true) {
  const folder = mkdtempSync(join(tmpdir(), 'svcapp-content-'))
  const platformServer = await makeApp(platform)
  const journal = openJournal({ path: join(folder, 'journal.db'), appKey: 'app.acme.loyalty' })
  const outbound = await startOutbound({
    port: 0,
    baseUrl: new URL(`http://127.0.0.1:${platformServer.port}`),
    journal,
    now: () => new Date('2026-11-21T12:00:00.000Z'),
    clock: () => performance.now(),
    onCall: () => {},
    onExchange: async () => {},
    endpoints: [],
    clientId: () => 'cli_x',
    ...(keepsContent && { keepsContent }),
  })
  onTestFinished(async () => {
    await outbound.close()
    journal.close()
    rmSync(folder, { recursive: true })
  })
  const call = async (path: string, init: RequestInit = {}): Promise<{ text: string; kept: CallContent | null }> => {
    const before = listCalls(journal).length
    const response = await fetch(outbound.url + path, { redirect: 'manual', ...init })
    const text = await response.text().catch(() => '')
    await expect.poll(() => listCalls(journal).length).toBe(before + 1)
    return { text, kept: findContent(journal, listCalls(journal)[0]?.id ?? 0) }
  }
  /** Every byte of the journal's files. */
  const bytes = () => Buffer.concat(readdirSync(folder).map((name) => readFileSync(join(folder, name))))
  return { journal, outbound, call, bytes }
}

const bearer = { Authorization: `Bearer ${TOKEN}` }

it('stores headers and bodies of a call and its response unchanged', async () => {
  const { call } = await makeKeeping(
    (_, response) =>
      void response.writeHead(201, { 'Content-Type': 'application/json' }).end('{"id": 9007199254740993}'),
  )

  const { kept } = await call('/api/apps/v1/orders/1/costs?page=2', {
    method: 'PUT',
    headers: { ...bearer, 'X-Region-Id': '7', 'Content-Type': 'application/json' },
    body: '{"amount": 1.50, "note": "ü"}',
  })

  expect(kept?.request.body).toEqual({ text: '{"amount": 1.50, "note": "ü"}', bytes: 30, isCut: false, leftOut: null })
  expect(new Map(kept?.request.headers).get('Authorization')).toBe('Bearer …')
  expect(new Map(kept?.request.headers).get('X-Region-Id')).toBe('7')
  expect(kept?.answer?.body).toEqual({ text: '{"id": 9007199254740993}', bytes: 24, isCut: false, leftOut: null })
  expect(new Map(kept?.answer?.headers).get('Content-Type')).toBe('application/json')
})

it('stores neither headers nor bodies by default', async () => {
  const { call, bytes } = await makeKeeping((_, response) => void response.end('{"answered":"canary"}'), false)

  const { kept } = await call('/api/apps/v1/orders', { method: 'POST', headers: bearer, body: '{"asked":"canary"}' })

  expect(kept).toBeNull()
  expect(bytes().includes('canary')).toBe(false)
})

it('leaves no secret of a header, body, query or response in the journal files (T35)', async () => {
  const hex = 'abcdef01'.repeat(8)
  const answer = JSON.stringify({
    access_token: 'canary-odd-token',
    nested: [{ clientSecret: 'canary-client', api_key: 'canary-key', text: `see cs_${'canary'.repeat(4)} and ${hex}` }],
    echo: `Bearer ${TOKEN}`,
    url: 'https://x.example/?token=canary-query&code=canary-code',
    hint: `your token ${TOKEN} is fine`,
  })
  const { call, bytes } = await makeKeeping(
    (_, response) =>
      void response
        .writeHead(200, {
          'Content-Type': 'application/json',
          'Set-Cookie': ['sid=canary-cookie; HttpOnly', 'b=canary-cookie2'],
          'X-Api-Key': 'canary-header',
          'X-Echo': `got ${TOKEN}`,
          Link: '<https://x.example/?page=2&token=canary-link>; rel=next',
        })
        .end(answer),
  )
  const headers = { ...bearer, Cookie: 'sid=canary-in', 'X-Auth-Token': 'canary-auth', 'X-Region-Id': TOKEN }

  await call(`/api/apps/v1/orders?token=canary-url&regionId=7&x=${TOKEN}`, {
    method: 'POST',
    headers,
    body: JSON.stringify({
      password: 'canary-pass',
      signing_secret: 'canary "quoted',
      list: { refresh_token: 'canary-r' },
    }),
  })
  await call('/api/apps/v1/form', {
    method: 'POST',
    headers,
    body: new URLSearchParams({ client_secret: 'canary-form' }),
  })
  // The platform sends back a token that has no known shape.
  const odd = 'an-odd-looking-canary-token'
  await call('/api/apps/v1/echo', { method: 'POST', headers: { Authorization: `Bearer ${odd}` }, body: `my ${odd}` })

  const all = bytes().toString('latin1')
  expect(all).toContain('refresh_token')
  expect(all).not.toContain('canary')
  expect(all).not.toContain('cccccccc')
  expect(all).not.toContain(hex)
})

it.each(['POST', 'PUT'])('stores no body of a token exchange (%s), whatever the response (GEN-003)', async (method) => {
  const { call, bytes } = await makeKeeping((_, response) => void response.end('{"odd":"canary-token"}'))

  const { kept, text } = await call('/api/apps/oauth/token', {
    method,
    body: '{"clientId":"cli_x","odd":"canary-secret"}',
  })

  expect(text).toBe('{"odd":"canary-token"}')
  expect(kept?.request.body).toEqual({ text: null, bytes: 42, isCut: false, leftOut: 'exchange' })
  expect(kept?.answer?.body).toMatchObject({ text: null, leftOut: 'exchange' })
  expect(bytes().includes('canary')).toBe(false)
})

it('stores 64 KiB of a long body, forwards the whole body and splits no secret', async () => {
  const long = `${'ü'.repeat(30_000)} ${`{"access_token":"${'canary'.repeat(500)}"} `.repeat(3)}${TOKEN} `.repeat(4)
  const { call, bytes } = await makeKeeping((_, response) => void response.end(long))

  const { kept, text } = await call('/api/apps/v1/products', { headers: bearer })

  expect(text).toBe(long)
  const body = kept?.answer?.body
  expect(body).toMatchObject({ isCut: true, bytes: Buffer.byteLength(long) })
  expect(Buffer.byteLength(body?.text ?? '')).toBeLessThanOrEqual(64 * 1024 + 4096)
  expect(bytes().includes('canary')).toBe(false)
  expect(bytes().includes('svcapp_1001_7_c')).toBe(false)
})

it('stores only the size and type of a compressed or non-text body', async () => {
  const { call } = await makeKeeping((request, response) => {
    if (request.target.includes('zip')) {
      response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(gzipSync('{"a":1}'))
    } else response.end(Buffer.from([0xff, 0xfe, 0]))
  })

  expect((await call('/bin')).kept?.answer?.body).toEqual({ text: null, bytes: 3, isCut: false, leftOut: 'binary' })
  expect((await call('/zip')).kept?.answer?.body).toMatchObject({ text: null, leftOut: 'compressed' })
})

it('stores the request if the platform does not respond, and the headers of a redirect', async () => {
  const { call } = await makeKeeping((request, response) => {
    if (request.target === '/gone') response.destroy()
    else response.writeHead(302, { Location: '/elsewhere' }).end()
  })

  expect((await call('/gone', { method: 'POST', body: 'asked' })).kept).toMatchObject({
    request: { body: { text: 'asked' } },
    answer: null,
  })
  const moved = (await call('/moved')).kept?.answer
  expect(new Map(moved?.headers).get('Location')).toBe('/elsewhere')
})

it('deletes headers and bodies together with their call', async () => {
  const { call, journal } = await makeKeeping((_, response) => void response.end('x'))
  await call('/a')

  journal.db.exec('DELETE FROM calls')

  expect(journal.db.prepare('SELECT count(*) AS n FROM call_contents').get()).toEqual({ n: 0 })
})
