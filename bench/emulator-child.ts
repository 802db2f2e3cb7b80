import { openSeededStore } from '../src/emulator/seed/open-store.ts'
import { serveEmulator } from '../src/emulator/serve.ts'
import { digestSecret } from '../src/protocol/access-token.ts'

// Runs the emulator as a separate process for bench/emulator.ts: node emulator-child.ts <folder> <small|large>
const [folder = '', size] = process.argv.slice(2)
const seed = size === 'large' ? 'large' : 'small'

/** Runs ten thousand times faster than real time, so that the budget of 600 calls a minute never limits, and every check still runs. */
const began = Date.now()
const now = () => new Date(began + (Date.now() - began) * 10_000)

const { emulator, urls } = await serveEmulator({
  paths: { emulatorDir: folder, runFile: `${folder}/run.json` },
  port: 0,
  now,
  version: '0.0.0-bench',
  pid: process.pid,
})
const { context } = emulator
openSeededStore(context, seed)
const store = context.registry.prepare('SELECT id FROM stores WHERE seed = ?').get(seed)
const region = context.registry
  .prepare('SELECT id FROM regions WHERE store_id = ? AND is_default = 1')
  .get(Number(store?.['id']))

const APP = 'app.acme.bench'
const body = JSON.stringify({
  name: 'Bench',
  requested_scopes: ['orders.read', 'products.read', 'customers.read'],
  redirect_uris: ['http://127.0.0.1:3000/callback'],
})
const headers = { Authorization: `Bearer ${emulator.controlToken}`, 'Content-Type': 'application/json' }
await emulator.fetch(new Request(`${urls.portal}/_emu/v1/apps/${APP}`, { method: 'PUT', headers, body }))
context.registry
  .prepare(
    `INSERT INTO tokens (digest, app_key, store_id, region_id, shape, scopes, created_at) VALUES (?, ?, ?, ?, 'region', ?, 0)
     ON CONFLICT (digest) DO NOTHING`,
  )
  .run(
    digestSecret('bench'),
    APP,
    Number(store?.['id']),
    Number(region?.['id']),
    '["orders.read","products.read","customers.read"]',
  )
const order = context
  .storeDb(Number(store?.['id']))
  .prepare('SELECT max(id) AS id FROM orders WHERE region_id = ?')
  .get(Number(region?.['id']))

process.on('message', () => {
  const { user, system } = process.cpuUsage()
  process.send?.({ rss: process.memoryUsage.rss(), cpuSeconds: (user + system) / 1e6 })
})
process.on('disconnect', () => process.exit())
process.send?.({ url: urls.api, orderId: Number(order?.['id']) })
