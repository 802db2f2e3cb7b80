import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import { rolldown } from 'rolldown'
import { expect, it } from 'vitest'

import type { D1Binding, Worker } from '../../src/kit/d1.ts'
import { schemaText } from '../../src/kit/database/schema.ts'
import { startWorker } from '../kit/d1/start-worker.ts'
import { temporaryFolder } from '../kit/support.ts'
import { scaffoldWithPackages } from '../support/dev/scaffolded.ts'

/** One file of all that a new app's worker loads. */
async function bundledWorker() {
  const dir = scaffoldWithPackages(temporaryFolder(), 'workers')
  const built = await rolldown({
    input: join(dir, 'src/worker.ts'),
    platform: 'neutral',
    external: [/^node:/],
    logLevel: 'silent',
  })
  const file = join(dir, 'worker.mjs')
  const { output } = await built.generate({ format: 'esm', codeSplitting: false })
  await built.close()
  const [{ code, imports, dynamicImports }] = output
  writeFileSync(file, code)
  return { dir, file, imports: [...imports, ...dynamicImports] }
}

it('has the tables of its kit as a D1 migration', () => {
  const dir = scaffoldWithPackages(temporaryFolder(), 'workers')

  expect(readFileSync(join(dir, 'migrations/0000_kit.sql'), 'utf8')).toBe(`${schemaText()}\n`)
})

it('imports no Node module into its worker, which counts an order once on D1 (K2 HOOK-018)', async () => {
  const { dir, file, imports } = await bundledWorker()
  const loaded = (await import(pathToFileURL(file).href)) as { readonly default: Worker<{ readonly DB: D1Binding }> }
  const tables = readFileSync(join(dir, 'migrations/0001_paid_orders.sql'), 'utf8')
  const { platform, deliver, values, tick } = await startWorker(loaded.default, tables)
  const order = await platform.control.placeOrder({ paid: true })
  await expect.poll(() => platform.events.list('order.paid').map(({ isAccepted }) => isAccepted)).toEqual([true])
  const before = values('SELECT count(*) FROM paid_orders')

  await platform.fault({ kind: '503', path: '/orders/*', times: 1 })
  const statuses = []
  for (let at = 0; at < 3; at += 1)
    statuses.push((await deliver({ eventId: 'evt_edge', data: { orderId: order.id } })).status)
  await tick()

  expect(imports).toEqual([])
  expect(statuses).toEqual([503, 200, 200])
  expect(before).toEqual(['1'])
  expect(values('SELECT event_id FROM paid_orders')).toContain('evt_edge')
  expect(values('SELECT count(*) FROM paid_orders')).toEqual(['2'])
})
