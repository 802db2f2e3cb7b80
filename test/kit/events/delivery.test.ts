import { expect, it } from 'vitest'

import { plainSql } from '../../../src/kit/database/sql.ts'
import { sql, type App } from '../../../src/kit/kit.ts'
import { doJob } from '../../../src/kit/work/do-job.ts'
import { readJob } from '../../../src/kit/work/table-worker.ts'
import { CODE, exchanged, makeFakeApp, type FakeApp, type FakeDelivery } from '../fake-app.ts'

const handled: string[] = []
const declare = (app: App) =>
  void app.on('order.paid', async ({ event, api }) => {
    handled.push(event.id)
    if (event.orderId === null) return
    await api.orders.get({ params: { id: event.orderId } })
  })

const rows = ({ core }: FakeApp, table: 'svcapp_events' | 'svcapp_jobs' | 'svcapp_effects') =>
  core.database.rows(plainSql(`SELECT * FROM ${table}`))

async function install(answer: object = exchanged): Promise<FakeApp> {
  const kit = await makeFakeApp({
    declare,
    respond: ({ path }) => (path === '/api/apps/oauth/token' ? { body: answer } : undefined),
  })
  await kit.back({ code: CODE })
  return kit
}

/** Does the jobs that wait, each once. */
async function work(kit: FakeApp): Promise<void> {
  for (const { job } of await rows(kit, 'svcapp_jobs')) await doJob(kit.core, readJob(job), 1)
}

it('accepts a body with only the three documented fields, and one with unknown fields (EVT-025 VER-008)', async () => {
  const kit = await makeFakeApp({ declare })

  const responses = [
    await kit.deliver({ text: '{"eventId":"a","storeId":1001,"regionId":7}' }),
    await kit.deliver({ text: '{"later":[1],"eventId":"b","regionId":null,"storeId":1001,"data":null}' }),
  ]

  expect(responses.map(({ status }) => status)).toEqual([200, 200])
  expect(await rows(kit, 'svcapp_events')).toHaveLength(2)
})

it('verifies the bytes as received, with unusual whitespace and any order of keys (HOOK-012)', async () => {
  const { deliver } = await makeFakeApp({ declare })
  const text =
    '\n { "storeId" : 1001 ,\t"data":{"orderId":5, "note":"Jürgen \\u00fc"},"regionId":7,  "eventId":"odd" }\r\n'

  expect((await deliver({ text })).status).toBe(200)
})

type Change = FakeDelivery['change']
const changed: readonly (readonly [what: string, change: Change])[] = [
  ['a body that was written again after signing (HOOK-013)', (request) => (request.body = again(request.body))],
  ['a signature of 63 characters (HOOK-014)', sign((hex) => hex.slice(1))],
  ['a signature of 65 characters (HOOK-014)', sign((hex) => `${hex}0`)],
  ['a signature in capitals (HOOK-014)', sign((hex) => hex.toUpperCase())],
  ['another topic than the signed one (HOOK-005)', ({ headers }) => (headers['X-Service-Topic'] = 'order.created')],
  ['another store than the signed one (HOOK-006)', ({ headers }) => (headers['X-Service-Store'] = '1002')],
  ['a store code (HOOK-007)', ({ headers }) => (headers['X-Service-Store'] = 'demo')],
  ['a signature header that comes twice', sign((hex) => `${hex}, ${hex}`)],
]

it.each(changed)('rejects %s', async (_, change) => {
  const kit = await makeFakeApp({ declare })

  const response = await kit.deliver({ change })

  expect(response.status).toBe(401)
  expect(await rows(kit, 'svcapp_events')).toEqual([])
})

it.each([300, -300])('accepts a delivery that is %i seconds old (HOOK-016)', async (ageSeconds) => {
  expect((await (await makeFakeApp({ declare })).deliver({ ageSeconds })).status).toBe(200)
})

it.each([301, -301])('rejects a delivery that is %i seconds old (HOOK-015)', async (ageSeconds) => {
  expect((await (await makeFakeApp({ declare })).deliver({ ageSeconds })).status).toBe(401)
})

it('rejects a body of more than 1 MiB without a declared length', async () => {
  const { request, calls } = await makeFakeApp({ declare })
  let sent = 0
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      sent += 1
      controller.enqueue(new Uint8Array(64 * 1024))
    },
  })

  const response = await request('/webhooks', { method: 'POST', body, duplex: 'half' })

  expect([response.status, calls]).toEqual([413, []])
  expect(sent).toBeLessThan(25)
})

it('prevents a topic or id of a delivery from starting a log line', async () => {
  const lines: string[] = []
  const { createLog } = await import('../../../src/kit/log/log.ts')
  const hostile = 'a\nINSTALL BROKEN storeId=1\u001b[2J'

  for (const form of ['json', 'text'] as const)
    createLog(
      form,
      (line) => lines.push(line),
      () => new Date(0),
    )('event noted', { topic: hostile, eventId: hostile })

  expect(lines.filter((line) => line.includes('\n') || line.includes('\u001b'))).toEqual([])
})

it('writes id and job in one transaction, so that an event without its job is sent again (K2 HOOK-018)', async () => {
  const kit = await makeFakeApp({ declare })
  await kit.core.database.batch([
    sql`CREATE TRIGGER no_jobs BEFORE INSERT ON svcapp_jobs BEGIN SELECT RAISE(ABORT, 'no'); END`,
  ])

  const rejected = await kit.deliver({ eventId: 'evt_tx' })
  await kit.core.database.batch([sql`DROP TRIGGER no_jobs`])
  const known = await rows(kit, 'svcapp_events')
  const accepted = await kit.deliver({ eventId: 'evt_tx' })

  expect([rejected.status, known, accepted.status]).toEqual([503, [], 200])
  expect(await accepted.json()).toEqual({ ok: true, repeated: false })
})

it('writes key and effect in one transaction, so that a job without its effect runs again (K2 HOOK-018)', async () => {
  const write = (app: App) =>
    void app.on(
      'order.paid',
      ({ event }) => sql`INSERT INTO svcapp_once (kind, value, expires_at) VALUES ('x', ${event.id}, 1)`,
    )
  const kit = await makeFakeApp({ declare: write })
  await kit.back({ code: CODE })
  await kit.deliver({ eventId: 'evt_key' })
  await kit.core.database.batch([
    sql`CREATE TRIGGER no_effect BEFORE INSERT ON svcapp_once BEGIN SELECT RAISE(ABORT, 'no'); END`,
  ])

  await expect(work(kit)).rejects.toThrow('no')
  const known = await rows(kit, 'svcapp_effects')
  await kit.core.database.batch([sql`DROP TRIGGER no_effect`])
  await work(kit)
  await work(kit)

  expect(known).toEqual([])
  expect(await rows(kit, 'svcapp_effects')).toHaveLength(1)
  expect(await kit.core.database.rows(sql`SELECT value FROM svcapp_once WHERE kind = 'x'`)).toEqual([
    { value: 'evt_key' },
  ])
})

it('makes no call before it responds, and pins a store-wide token to the region of the event (K4 K8 PIN-004 PIN-015 GEN-007)', async () => {
  const regions = [
    { id: 7, code: 'tr', currency: 'TRY' },
    { id: 8, code: 'de', currency: 'EUR' },
  ]
  const kit = await install({ ...exchanged, region_id: null, regions })
  const before = kit.calls.length

  await kit.deliver({ regionId: 8, data: { orderId: 5 } })
  const during = kit.calls.length
  await work(kit)

  expect(during).toBe(before)
  expect(kit.calls.at(-1)).toMatchObject({ path: '/api/apps/v1/orders/5', headers: { 'x-region-id': '8' } })
})

it('uses no token of another region for an event, which waits for an install in its region (K8 EVT-011)', async () => {
  const kit = await install()
  const before = kit.calls.length
  await kit.deliver({ regionId: 8, data: { orderId: 5 } })
  const [row] = await rows(kit, 'svcapp_jobs')

  const outcome = await doJob(kit.core, readJob(row?.['job']), 1)

  expect(outcome).toEqual({ dead: expect.stringMatching(/^no-install/) })
  expect(kit.calls.length).toBe(before)
})

function again(body: Uint8Array): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(JSON.stringify(JSON.parse(new TextDecoder().decode(body)), null, 1))
}

function sign(change: (hex: string) => string): Change {
  return ({ headers }) => (headers['X-Service-Hmac-Sha256'] = change(headers['X-Service-Hmac-Sha256'] ?? ''))
}
