// Runs the emulator's delivery queue over a registry on disk, in a separate process for bench/deliveries.ts: node
// queue-child.ts <folder> <port of the receiver> Sends the app's signing secret first. Each number received starts a
// round of that many events. The reply has the seconds, its own processor time, and the delivered rows.
import { once } from 'node:events'

import type { RegisterAnswer } from '../src/control/contract.ts'
import { createEmulator } from '../src/emulator/app.ts'
import { fanOutEvents, recordEvent } from '../src/emulator/deliveries/events.ts'
import { openSeededStore } from '../src/emulator/seed/open-store.ts'
import { transaction } from '../src/storage/database.ts'

const [folder = '', port = '0'] = process.argv.slice(2)
const APP = 'app.acme.bench'
const TOPIC = 'order.created'

const { context, queue, controlToken, fetch: ask } = createEmulator({ dir: folder, version: '0.0.0-bench' })
openSeededStore(context, 'small')
const { registry } = context
const storeId = Number(registry.prepare('SELECT id FROM stores').get()?.['id'])
const regionId = Number(registry.prepare('SELECT id FROM regions WHERE store_id = ?').get(storeId)?.['id'])
const answer = await ask(
  new Request(`${context.urls().portal}/_emu/v1/apps/${APP}`, {
    method: 'PUT',
    headers: { Authorization: `Bearer ${controlToken}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({
      name: 'Bench',
      requested_scopes: ['orders.read'],
      redirect_uris: ['http://127.0.0.1:3000/callback'],
      webhook_url: `http://127.0.0.1:${port}/webhooks`,
      webhook_topics: [TOPIC],
    }),
  }),
)
const { secrets } = (await answer.json()) as RegisterAnswer
const install = registry
  .prepare(
    `INSERT INTO installs (app_key, store_id, region_id, install_scope, scopes, subscription, installed_at)
     VALUES (?, ?, ?, 'region', '["orders.read"]', 'active', 0)`,
  )
  .run(APP, storeId, regionId)
registry
  .prepare('INSERT INTO subscriptions (install_id, topic, created_at) VALUES (?, ?, 0)')
  .run(install.lastInsertRowid, TOPIC)

/** Commits order events with 2 kB of data before the clock starts, then measures fan-out, signing, sending, and durable recording of every response. */
async function round(events: number): Promise<{ seconds: number; cpuSeconds: number; delivered: number }> {
  const data = { text: 'x'.repeat(1900) }
  transaction(context.storeDb(storeId), () => {
    for (let at = 0; at < events; at++) recordEvent(context, { storeId, regionId, topic: TOPIC, data })
  })
  const [began, before] = [performance.now(), process.cpuUsage()]
  fanOutEvents(context, storeId)
  await queue.settle()
  const seconds = (performance.now() - began) / 1000
  const { user, system } = process.cpuUsage(before)
  const row = registry.prepare("SELECT count(*) AS n FROM deliveries WHERE state = 'delivered'").get()
  return { seconds, cpuSeconds: (user + system) / 1e6, delivered: Number(row?.['n']) }
}

process.on('disconnect', () => process.exit())
process.send?.({ secret: secrets?.webhook_signing_secret })
for (;;) {
  const [events] = (await once(process, 'message')) as [number]
  process.send?.(await round(events))
}
