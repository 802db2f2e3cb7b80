import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'

import { noteRefusedToken } from '../src/install/broken-install.ts'
import { installOfEvent } from '../src/install/installs.ts'
import { reviveDeadLetters } from '../src/queue/revive.ts'
import type { Database } from '../src/state/database.ts'
import { openSqlite } from '../src/state/sqlite.ts'
import { listTotals } from '../src/state/totals.ts'
import { TOKEN, makeApp, storeWide } from './support/make-app.ts'
import { kinds } from './support/open-test-state.ts'
import { waitFor } from './support/wait-for.ts'

const order = (id: number, grandTotal: string, currency: string) => ({
  status: 200,
  body: `{"id":${id},"orderNumber":"N${id}","status":"paid","grandTotal":${grandTotal},"currency":"${currency}","new":{}}`,
})

const totals = async ({ sql }: Database) =>
  (await listTotals(sql)).map(({ regionId, currency, orders, total }) => `${regionId} ${currency} ${orders} ${total}`)

const events = async ({ sql }: Database) =>
  (await sql('SELECT event_id FROM events')).rows.map((row) => row['event_id'])

const brokenAt = async ({ sql }: Database) => (await sql('SELECT broken_at FROM installs')).rows[0]?.['broken_at']

for (const kind of kinds) {
  describe(`events on ${kind}`, () => {
    test('a signed event is taken and its order fetched with the token of its region', async (t) => {
      const { install, deliver, platform, db } = await makeApp(t, {}, kind)
      await install()
      platform.seen.length = 0
      platform.answers.set('GET /api/apps/v1/orders/55', order(55, '10.50', 'TRY'))

      const response = await deliver()

      assert.equal(response.status, 200)
      assert.deepEqual(await response.json(), { ok: true, repeated: false })
      assert.equal(platform.seen[0]?.headers.authorization, `Bearer ${TOKEN}`)
      assert.equal(platform.seen[0]?.headers['x-region-id'], undefined)
      assert.deepEqual(await totals(db), ['7 TRY 1 10.50'])
    })

    test('a call to the platform is in the trace of the delivery that caused it', async (t) => {
      const { install, deliver, platform } = await makeApp(t, {}, kind)
      await install()
      platform.seen.length = 0
      platform.answers.set('GET /api/apps/v1/orders/55', order(55, '10.50', 'TRY'))
      const trace = { traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`, tracestate: 'c=d' }

      await deliver({ headers: trace })
      await deliver({ eventId: 'evt-2', headers: { traceparent: 'none' } })

      assert.deepEqual(
        platform.seen.map(({ headers }) => [headers['traceparent'], headers['tracestate']]),
        [
          [trace.traceparent, trace.tracestate],
          [undefined, undefined],
        ],
      )
    })

    test('a store-wide token is pinned to the region of the event', async (t) => {
      const { install, deliver, platform, db } = await makeApp(t, {}, kind)
      await install(storeWide)
      platform.seen.length = 0
      platform.answers.set('GET /api/apps/v1/orders/55', order(55, '1', 'EUR'))

      await deliver({ regionId: 8 })
      await deliver({ regionId: null, eventId: 'evt-2' })

      assert.deepEqual(
        platform.seen.map(({ headers }) => headers['x-region-id']),
        ['8', '7'],
      )
      assert.deepEqual(await totals(db), ['7 EUR 1 1', '8 EUR 1 1'])
    })

    test('amounts are summed exactly, by currency, and never across', async (t) => {
      const { install, deliver, platform, db, get } = await makeApp(t, {}, kind)
      await install()
      const orders: [number, string, string][] = [
        [1, '0.10', 'TRY'],
        [2, '0.20', 'TRY'],
        [3, '9007199254740993.15', 'EUR'],
        [4, '-1.1', 'EUR'],
      ]
      for (const [id, amount, currency] of orders) {
        platform.answers.set(`GET /api/apps/v1/orders/${id}`, order(id, amount, currency))
        await deliver({ eventId: `evt-${id}`, data: { orderId: id } })
      }

      assert.deepEqual(await totals(db), ['7 EUR 2 9007199254740992.05', '7 TRY 2 0.30'])
      const page = await (await get('/')).text()
      assert.match(page, /0\.30/)
      assert.match(page, /9007199254740992\.05/)
      assert.equal(page.match(/<strong>\d+\.\d+ (TRY|EUR)</g)?.length, 2)
    })

    test('an event counts once, also when it comes again with a fresh timestamp', async (t) => {
      const { install, deliver, platform, db, clock } = await makeApp(t, {}, kind)
      await install()
      platform.answers.set('GET /api/apps/v1/orders/55', order(55, '10', 'TRY'))
      await deliver()
      clock.now = new Date(clock.now.getTime() + 3_600_000)

      const again = await deliver()

      assert.equal(again.status, 200)
      assert.deepEqual(await again.json(), { ok: true, repeated: true })
      assert.deepEqual(await totals(db), ['7 TRY 1 10'])
    })

    test('a hundred deliveries of one event at the same moment count once', async (t) => {
      const { install, deliver, platform, db } = await makeApp(t, {}, kind)
      await install()
      platform.answers.set('GET /api/apps/v1/orders/55', order(55, '10', 'TRY'))

      const responses = await Promise.all(Array.from({ length: 100 }, () => deliver()))

      assert.ok(responses.every(({ status }) => status === 200))
      assert.deepEqual(await totals(db), ['7 TRY 1 10'])
    })

    test('an event whose work failed is worked on again until it counts, and the platform need not send it again', async (t) => {
      const { install, deliver, platform, db, tried } = await makeApp(t, {}, kind)
      await install()
      for (const [at, status] of [503, 402].entries()) {
        platform.answers.set('GET /api/apps/v1/orders/55', { status, body: '{}' })
        if (at === 0) assert.equal((await deliver()).status, 200)
        await tried(at + 1)
      }
      assert.deepEqual(await totals(db), [])

      platform.answers.set('GET /api/apps/v1/orders/55', order(55, '10', 'TRY'))
      await tried(3)
      assert.equal((await deliver()).status, 200)
      assert.deepEqual(await totals(db), ['7 TRY 1 10'])
    })

    test('after a 429 no call is made until the wait is over, and the event waits', async (t) => {
      const { install, deliver, platform, tried, lines } = await makeApp(t, {}, kind)
      await install()
      platform.answers.set('GET /api/apps/v1/orders/55', { status: 429, body: '{}' })
      assert.equal((await deliver()).status, 200)
      assert.match(lines.join('\n'), /"job waits for its turn","eventId":"evt-1","storeId":1001,"seconds":2/)

      platform.answers.set('GET /api/apps/v1/orders/55', order(55, '10', 'TRY'))
      await tried(2)

      assert.equal(platform.seen.filter(({ url }) => url === '/api/apps/v1/orders/55').length, 1)
    })

    for (const status of [403, 404]) {
      test(`an order that the platform refuses with ${status} is noted and not counted`, async (t) => {
        const { install, deliver, platform, db } = await makeApp(t, {}, kind)
        await install()
        platform.answers.set('GET /api/apps/v1/orders/55', { status, body: '{}' })

        assert.equal((await deliver()).status, 200)
        assert.deepEqual(await totals(db), [])
      })
    }

    test('a 401 marks the install as broken, loudly and once; its events wait and count after a reinstall', async (t) => {
      const { install, deliver, platform, db, get, lines, queue, tried } = await makeApp(t, {}, kind)
      await install()
      platform.answers.set('GET /api/apps/v1/orders/55', { status: 401, body: '{}' })

      const taken = [await deliver(), await deliver(), await deliver({ eventId: 'evt-2' })]

      assert.deepEqual(
        taken.map(({ status }) => status),
        [200, 200, 200],
      )
      assert.deepEqual(await totals(db), [])
      const letters = await waitFor(queue.deadLetters, (found) => found.length === 2)
      assert.deepEqual(letters.map(({ job }) => job.eventId).toSorted(), ['evt-1', 'evt-2'])
      assert.equal(lines.filter((line) => line.includes('"INSTALL BROKEN","storeId":1001,"regionId":7')).length, 1)
      assert.match(await (await get('/')).text(), /<b>broken<\/b>[\s\S]*The platform refuses its token/)
      assert.ok(!lines.join('').includes(TOKEN))

      platform.answers.set('GET /api/apps/v1/orders/55', order(55, '10', 'TRY'))
      platform.seen.length = 0
      await install({ access_token: 'another-token' })
      await tried(4)
      assert.equal(platform.seen.at(-1)?.headers.authorization, 'Bearer another-token')
      assert.deepEqual(await totals(db), ['7 TRY 2 20'])
      assert.deepEqual(await queue.deadLetters(), [])
      assert.doesNotMatch(await (await get('/')).text(), /<b>broken/)
    })

    test('an install that works again without a reinstall loses its mark, and what waited for it counts', async (t) => {
      const { install, deliver, platform, db, queue, get, tried } = await makeApp(t, {}, kind)
      await install()
      platform.answers.set('GET /api/apps/v1/orders/55', { status: 401, body: '{}' })
      await deliver()
      await waitFor(queue.deadLetters, (letters) => letters.length === 1)
      platform.answers.set('GET /api/apps/v1/orders/55', order(55, '10', 'TRY'))

      assert.equal((await deliver({ eventId: 'evt-2' })).status, 200)
      await tried(3)
      assert.deepEqual(await totals(db), ['7 TRY 2 20'])
      assert.doesNotMatch(await (await get('/')).text(), /<b>broken/)
    })

    for (const [context, isBroken] of [
      [200, false],
      [503, false],
      [401, true],
    ] as const) {
      test(`a 401 for one region of a store-wide install is ${isBroken ? '' : 'not '}a broken install when the token alone gets ${context}`, async (t) => {
        const { install, deliver, platform, db } = await makeApp(t, {}, kind)
        await install(storeWide)
        platform.answers.set('GET /api/apps/v1/orders/55', { status: 401, body: '{}' })
        platform.answers.set('GET /api/apps/v1/context', { status: context, body: '{}' })

        assert.equal((await deliver({ regionId: 8 })).status, 200)
        assert.equal((await brokenAt(db)) !== null, isBroken)
        assert.deepEqual(await totals(db), [])
      })
    }

    test('a 401 that arrives after the reinstall does not mark the new install', async (t) => {
      const { install, db, tools } = await makeApp(t, {}, kind)
      await install()
      const before = await installOfEvent(tools, { storeId: 1001, regionId: 7 })
      if (before === null) throw new Error('There is no install.')
      await db.sql("UPDATE installs SET installed_at = '2026-11-21T12:00:01.000Z'")

      const said: string[] = []
      await noteRefusedToken({ ...tools, log: (event) => said.push(event) }, before, { token: TOKEN, pin: null })

      assert.equal(await brokenAt(db), null)
      assert.deepEqual(said, [])
    })

    test('a test event is noted and counts nothing', async (t) => {
      const { install, deliver, platform, db } = await makeApp(t, {}, kind)
      await install()
      platform.answers.set('GET /api/apps/v1/orders/55', order(55, '10', 'TRY'))

      assert.equal((await deliver({ eventId: 'test:1' })).status, 200)
      assert.deepEqual(await events(db), ['test:1'])
      assert.deepEqual(await totals(db), [])
    })

    test('app.uninstalled marks the install when its token is dead, and forgets the token', async (t) => {
      const { install, deliver, platform, db } = await makeApp(t, {}, kind)
      await install()
      await install({ region_id: 8 })
      platform.answers.set('GET /api/apps/v1/context', { status: 401, body: '{}' })

      await deliver({ topic: 'app.uninstalled', data: {} })

      const { rows } = await db.sql('SELECT region_id, token, removed_at FROM installs ORDER BY region_id')
      assert.deepEqual(
        rows.map(({ token, removed_at }) => [token === null, removed_at === null]),
        [
          [true, false],
          [false, true],
        ],
      )
    })

    test('an uninstall is looked into without naming a region, which may be closed', async (t) => {
      const { install, deliver, platform } = await makeApp(t, {}, kind)
      await install(storeWide)
      platform.seen.length = 0

      await deliver({ topic: 'app.uninstalled', regionId: null, data: {} })

      assert.deepEqual(
        platform.seen.map(({ url, headers }) => [url, headers['x-region-id']]),
        [['/api/apps/v1/context', undefined]],
      )
    })

    test('a late app.uninstalled does not end a newer install', async (t) => {
      const { install, deliver, platform, db } = await makeApp(t, {}, kind)
      await install()
      platform.answers.set('GET /api/apps/v1/context', { status: 200, body: '{}' })

      assert.equal((await deliver({ topic: 'app.uninstalled', data: {} })).status, 200)
      assert.equal((await db.sql('SELECT removed_at FROM installs')).rows[0]?.['removed_at'], null)
    })

    test('what becomes a dead letter while the app is installed again counts all the same', async (t) => {
      const { install, deliver, platform, db, queue, tools, tried } = await makeApp(t, {}, kind)
      platform.answers.set('GET /api/apps/v1/orders/55', order(55, '10', 'TRY'))
      await deliver()
      await waitFor(queue.deadLetters, (letters) => letters.length === 1)
      // As if the letter had been written a moment after the install had looked for it.
      const { redrive } = queue
      Object.assign(queue, { redrive: async () => 0 })
      await install()
      Object.assign(queue, { redrive })

      await reviveDeadLetters(tools)
      await tried(2)

      assert.deepEqual(await totals(db), ['7 TRY 1 10'])
    })

    test('what is given up in a store that has worked for long stays so until somebody looks at it', async (t) => {
      const { install, deliver, platform, clock, queue, tools } = await makeApp(t, {}, kind)
      await install(storeWide)
      platform.answers.set('GET /api/apps/v1/orders/55', { status: 401, body: '{}' })
      platform.answers.set('GET /api/apps/v1/context', { status: 200, body: '{}' })
      await deliver()
      await waitFor(queue.deadLetters, (letters) => letters.length === 1)
      clock.now = new Date(clock.now.getTime() + 3_600_000)

      await reviveDeadLetters(tools)

      assert.equal((await queue.deadLetters()).length, 1)
    })

    test('an event of a region without an install uses no other region’s token, and waits for an install there', async (t) => {
      const { install, deliver, platform, db, queue, tried } = await makeApp(t, {}, kind)
      await install({ region_id: 8 })
      platform.answers.set('GET /api/apps/v1/orders/55', order(55, '10', 'TRY'))
      platform.seen.length = 0

      assert.equal((await deliver({ regionId: 7 })).status, 200)
      assert.equal(platform.seen.length, 0)
      assert.deepEqual(await totals(db), [])
      await waitFor(queue.deadLetters, (letters) => letters.length === 1)

      await install({ region_id: 7 })
      await tried(2)
      assert.deepEqual(await totals(db), ['7 TRY 1 10'])
    })
  })
}

test('id and job are one transaction: when the job cannot be written, the id is not either, and the event is asked for again', async (t) => {
  const { install, deliver, platform, db } = await makeApp(t)
  await install()
  platform.answers.set('GET /api/apps/v1/orders/55', order(55, '10', 'TRY'))
  await db.sql("CREATE TRIGGER full BEFORE INSERT ON jobs BEGIN SELECT RAISE(ABORT, 'disk full'); END")

  assert.equal((await deliver()).status, 503)
  assert.deepEqual(await events(db), [])

  await db.sql('DROP TRIGGER full')
  assert.equal((await deliver()).status, 200)
  assert.deepEqual(await totals(db), ['7 TRY 1 10'])
})

test('key and effect are one transaction: when the effect cannot be written, the key is not either, and the job comes again', async (t) => {
  const { install, deliver, platform, db, tried } = await makeApp(t)
  await install()
  platform.answers.set('GET /api/apps/v1/orders/55', order(55, '10', 'TRY'))
  await db.sql("CREATE TRIGGER full BEFORE INSERT ON paid_totals BEGIN SELECT RAISE(ABORT, 'disk full'); END")

  assert.equal((await deliver()).status, 200)
  assert.deepEqual((await db.sql('SELECT * FROM effects')).rows, [])

  await db.sql('DROP TRIGGER full')
  await tried(2)
  assert.deepEqual(await totals(db), ['7 TRY 1 10'])
})

test('a kill -9 before the effect is committed leaves the job and no effect, and the next process counts it once', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'app-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'app.db')
  const take = (mood: 'dies' | 'lives' | 'left') =>
    spawnSync(process.execPath, [join(import.meta.dirname, 'support/take-event.ts'), file, mood], { encoding: 'utf8' })
  const look = async <T>(read: (db: Database) => Promise<T>) => {
    const db = await openSqlite(file)
    try {
      return await read(db)
    } finally {
      await db.close()
    }
  }

  const killed = take('dies')
  const left = await look(async (db) => [await events(db), await totals(db)])
  const again = [take('left').stdout.trim(), take('lives').stdout.trim()]

  assert.equal(killed.signal, 'SIGKILL', killed.stderr)
  assert.deepEqual(left, [['evt-1'], []])
  assert.deepEqual(again, ['repeated', 'repeated'])
  assert.deepEqual(await look(totals), ['7 TRY 1 10'])
})
