import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'

import { expect, it, onTestFinished } from 'vitest'

import { recordEvent } from '../../../src/emulator/deliveries/events.ts'
import { makeEmulator } from '../../support/emulator.ts'
import { recordFigures } from '../../support/machine/figures.ts'
import { isLong } from '../../support/machine/long-run.ts'
import { momentsFrom } from '../../support/machine/seed.ts'
import { makePaths } from '../../support/served.ts'
import { startReceiver } from './receiver.ts'

const program = fileURLToPath(new URL('../../support/processes/emulator-process.ts', import.meta.url))
const kills = isLong ? 200 : 2
const queued = 500
const killMoment = momentsFrom('deliveries')

/** A folder whose queue holds `queued` deliveries, all due, to a receiver that accepts most of them. */
async function fullQueue() {
  const paths = makePaths()
  const seen = new Map<string, number>()
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { eventId } = JSON.parse(Buffer.concat(chunks).toString()) as { eventId: string }
      seen.set(eventId, (seen.get(eventId) ?? 0) + 1)
      // Slow enough that a kill finds attempts in the air.
      setTimeout(() => response.writeHead(eventId.endsWith('7') ? 500 : 200).end(), 10)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const { emulator, registerApp, openStore, installApp } = makeEmulator({ dir: paths.emulatorDir, start: new Date() })
  emulator.context.changeSettings({ retryDelaysMs: [50, 50] })
  const app = await registerApp({ webhook_url: `http://127.0.0.1:${port}/in`, webhook_topics: ['order.created'] })
  const { storeId, regionId } = await installApp({ app, store: await openStore({ appKey: app.appKey }) })
  await emulator.close()
  const db = new DatabaseSync(join(paths.emulatorDir, 'registry.db'))
  onTestFinished(() => db.close())
  db.exec('PRAGMA busy_timeout = 5000; BEGIN')
  const insert = db.prepare(
    `INSERT INTO deliveries (event_id, install_id, app_key, store_id, region_id, topic, body, state, next_attempt_at, created_at)
     VALUES (?, 1, ?, ?, ?, 'order.created', ?, 'pending', 0, 0)`,
  )
  for (let at = 0; at < queued; at++) {
    const eventId = `evt_${at}`
    const body = Buffer.from(JSON.stringify({ eventId, storeId, regionId, data: {} }))
    insert.run(eventId, app.appKey, storeId, regionId, body)
  }
  db.exec('COMMIT')
  return { paths, db, seen }
}

it(`P3 R6 kill -9 in the middle of ${queued} deliveries, ${kills} times: each ends delivered or dead_letter, attempts never decrease`, async () => {
  const { paths, db, seen } = await fullQueue()
  const attempts = () =>
    new Map(
      db
        .prepare('SELECT id, attempts FROM deliveries')
        .all()
        .map((row) => [row['id'], Number(row['attempts'])]),
    )
  let before = attempts()

  for (let round = 0; round < kills; round++) {
    const child = spawn(process.execPath, [program, paths.emulatorDir, paths.runFile], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await once(createInterface({ input: child.stdout }), 'line')
    await new Promise((resolve) => setTimeout(resolve, 20 + killMoment(isLong ? 280 : 60)))
    child.kill('SIGKILL')
    await once(child, 'exit')
    const after = attempts()
    for (const [id, count] of after) expect(count).toBeGreaterThanOrEqual(before.get(id) ?? 0)
    before = after
  }

  const last = spawn(process.execPath, [program, paths.emulatorDir, paths.runFile], { stdio: 'ignore' })
  onTestFinished(() => void last.kill('SIGKILL'))
  const pending = () => db.prepare("SELECT count(*) AS n FROM deliveries WHERE state = 'pending'").get()?.['n']
  await expect.poll(pending, { interval: 50 }).toBe(0)
  last.kill('SIGTERM')
  await once(last, 'exit')

  const ended = db.prepare('SELECT event_id, state, attempts FROM deliveries').all()
  expect(ended).toHaveLength(queued)
  for (const { event_id: eventId, state, attempts: count } of ended) {
    const isRefused = String(eventId).endsWith('7')
    expect([eventId, state, count]).toEqual([
      eventId,
      isRefused ? 'dead_letter' : 'delivered',
      isRefused ? 3 : expect.any(Number),
    ])
    expect(seen.get(String(eventId))).toBeGreaterThanOrEqual(Number(count))
  }
  recordFigures({
    kills,
    queued,
    delivered: ended.filter(({ state }) => state === 'delivered').length,
    'dead letters': ended.filter(({ state }) => state === 'dead_letter').length,
    'received more than once': [...seen].filter(([id, count]) => count > (id.endsWith('7') ? 3 : 1)).length,
  })
  expect(db.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' })
})

it('an event committed before a crash is fanned out once at the next start (P3)', async () => {
  const paths = makePaths()
  const receiver = await startReceiver()
  const first = makeEmulator({ dir: paths.emulatorDir })
  const app = await first.registerApp({ webhook_url: receiver.url, webhook_topics: ['order.created'] })
  const store = await first.openStore({ appKey: app.appKey })
  const { storeId, regionId } = await first.installApp({ app, store })
  // As a crash would leave it: in the outbox, and not yet in the queue.
  recordEvent(first.emulator.context, { storeId, regionId, topic: 'order.created', data: { orderId: 1 } })
  await first.emulator.close()

  const second = makeEmulator({ dir: paths.emulatorDir })
  await second.emulator.queue.settle()
  await second.emulator.close()
  // A crash between the queue and the mark: the event is looked at again.
  const db = new DatabaseSync(join(paths.emulatorDir, 'stores', `${store.code}.db`))
  db.exec('UPDATE events SET fanned_out = 0')
  db.close()
  const third = makeEmulator({ dir: paths.emulatorDir })
  await third.emulator.queue.settle()

  expect(receiver.received.map(({ event }) => event.data)).toEqual([{ orderId: 1 }])
  expect(await third.control('GET', '/deliveries')).toMatchObject({ deliveries: [{ state: 'delivered', attempts: 1 }] })
})

it('a delivery that a stop interrupts stays pending and its attempt is not counted', async () => {
  const paths = makePaths()
  let asked = () => {}
  const isAsked = new Promise<void>((resolve) => (asked = resolve))
  const receiver = await startReceiver(() => asked())
  const { emulator, ...first } = makeEmulator({ dir: paths.emulatorDir })
  const app = await first.registerApp({ webhook_url: receiver.url, webhook_topics: ['order.created'] })
  const store = await first.openStore({ appKey: app.appKey })
  await first.installApp({ app, store })
  await first.control('POST', `/stores/${store.code}/orders`, {})
  await isAsked
  await emulator.close()
  receiver.answer(200)

  const second = makeEmulator({ dir: paths.emulatorDir })
  await second.emulator.queue.settle()

  expect(receiver.received).toHaveLength(2)
  expect(await second.control('GET', '/deliveries')).toMatchObject({
    deliveries: [{ state: 'delivered', attempts: 1 }],
  })
})
