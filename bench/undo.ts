import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { goods } from '../src/control/operations/goods.ts'
import { stores } from '../src/control/operations/stores.ts'
import { createEmulator } from '../src/emulator/app.ts'
import type { EmulatorContext } from '../src/emulator/context.ts'
import { readInput } from '../src/emulator/read-input.ts'
import { openStore } from '../src/emulator/seed/open-store.ts'
import { placeOrder } from '../src/emulator/store/orders/place-order.ts'
import { setStock } from '../src/emulator/store/products/set-stock.ts'
import type { Figure } from './figures.ts'

/** More than the history keeps, so that each new operation finally removes an old one. */
const ROUNDS = 400
const NEW_STORES = 15

/**
 * Measures the cost of undo: the same work on the emulator on disk, as an undoable operation and
 * without the history, in turn. Includes the commits of an operation.
 */
export async function undo(): Promise<Figure[]> {
  const dir = mkdtempSync(join(tmpdir(), 'svcapp-bench-undo-'))
  const emulator = createEmulator({ dir: join(dir, 'emulator') })
  await emulator.queue.stop()
  try {
    const { context } = emulator
    const { store } = openStore(context, readInput(stores.openStore, { name: 'Demo', seed: 'small' }))
    const place = () => placeOrder(context, { storeId: store.id, input: readInput(stores.placeOrder, { paid: true }) })
    const times: readonly Timed[] = [
      timed(context, ROUNDS, 'place a paid order', place),
      timed(context, ROUNDS, 'set a stock', (n) =>
        setStock(context, { storeId: store.id, productId: 1 }, readInput(goods.setStock, { quantity: String(n) })),
      ),
      timed(context, NEW_STORES, 'open a new store', (n) =>
        openStore(context, readInput(stores.openStore, { name: `New ${n}`, seed: 'small' })),
      ),
    ]
    console.log(tableOf(times))
    console.log(`\n${sizeBelow(join(dir, 'emulator', 'undo'))} kB of history.`)
    const added = Math.max(...times.map(({ step, plain }) => step.p50 - plain.p50))
    return [
      { what: 'undo history, time added to an operation, p50', value: added, limit: 50, wanted: 'at most', unit: 'ms' },
    ]
  } finally {
    await emulator.close()
    rmSync(dir, { recursive: true, force: true })
  }
}

interface Times {
  readonly p50: number
  readonly p99: number
  readonly worst: number
}

interface Timed {
  readonly what: string
  readonly plain: Times
  readonly step: Times
}

function timed(context: EmulatorContext, rounds: number, what: string, work: (n: number) => unknown): Timed {
  const found: { readonly plain: number[]; readonly step: number[] } = { plain: [], step: [] }
  for (let n = 0; n < rounds; n++) {
    const from = performance.now()
    work(2 * n)
    const between = performance.now()
    context.step(what, () => work(2 * n + 1))
    found.step.push(performance.now() - between)
    found.plain.push(between - from)
  }
  return { what, plain: timesOf(found.plain), step: timesOf(found.step) }
}

function timesOf(all: readonly number[]): Times {
  const sorted = all.toSorted((a, b) => a - b)
  const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
  return { p50: at(0.5), p99: at(0.99), worst: at(1) }
}

function ms({ p50, p99, worst }: Times): string {
  return [p50, p99, worst].map((one) => one.toFixed(2)).join(' / ')
}

function tableOf(times: readonly Timed[]): string {
  const rows = times.map(({ what, plain, step }) => `| ${what} | ${ms(plain)} | ${ms(step)} |`)
  return ['| p50 / p99 / worst, ms | without a step | as a step |', '| --- | --- | --- |', ...rows].join('\n')
}

function sizeBelow(folder: string): number {
  const names = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : []
  return Math.round(names.reduce((sum, name) => sum + statSync(join(folder, name)).size, 0) / 1000)
}
