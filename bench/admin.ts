import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { Figure } from './figures.ts'

const REPEATS = process.env['SVCAPP_BENCH_REPEATS'] ?? '60'

/** A smaller difference comes from the two processes, not from the two stores. */
const SLIGHT_MS = 1

/**
 * Measures the processor time of each page of the admin and the data explorer, in a store of 500 orders, 200 products and 120 apps, and in
 * one of 50,000, 100,000 and 1,000. A list has fifty rows in both, so the comparison covers finding rows, not rendering. Medians.
 */
export async function admin(): Promise<Figure[]> {
  const dir = mkdtempSync(join(tmpdir(), 'svcapp-bench-'))
  try {
    const small = await measured(join(dir, 'demo'), 'demo')
    const large = await measured(join(dir, 'large'), 'large')
    const rows = Object.entries(large).map(([name, ms]) => {
      const of = small[name] ?? NaN
      return `| ${name} | ${of.toFixed(1)} | ${ms.toFixed(1)} | ${(ms / of).toFixed(1)} |`
    })
    const details = ['| page | small, ms | large, ms | large / small |', '| --- | --- | --- | --- |', ...rows].join(
      '\n',
    )
    console.log(details)
    const ratios = Object.entries(large)
      .filter(([name, ms]) => isListed(name) && ms > SLIGHT_MS)
      .map(([name, ms]) => ms / (small[name] ?? NaN))
    return [
      {
        what: 'slowest admin page, large seed',
        value: most(large),
        limit: 100,
        wanted: 'at most',
        unit: 'ms',
        details,
      },
      {
        what: 'admin pages, large seed relative to small',
        value: Math.max(...ratios),
        limit: 2,
        wanted: 'at most',
        unit: 'x',
      },
    ]
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

/** A search without results has read every row, so only its time is limited. The same applies to the data explorer, which has no index for every column. */
function isListed(name: string): boolean {
  return !name.includes('without a match') && !name.startsWith('Data')
}

function most(times: Record<string, number>): number {
  return Math.max(...Object.values(times))
}

async function measured(folder: string, seed: string): Promise<Record<string, number>> {
  const child = fork(join(import.meta.dirname, 'admin-child.ts'), [folder, seed, REPEATS])
  // Our own child sends this and exits.
  const [found] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`The pages of ${seed} broke off with ${code}.`))),
  ])) as [Record<string, number>]
  return found
}
