/**
 * `npm run bench` generates all tables and the table of targets in docs/performance.md. `npm run
 * bench -- startup|emulator|admin|deliveries|gateway|undo|testing|check` generates one of them.
 * `--json <file>` writes the figures, `--write` docs/performance.md and its plot. Nothing asserts a
 * time. Only ratios within one run count.
 */
import { writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'

import type { Figure } from './figures.ts'
import { conditions, summary, writeReport } from './report.ts'

const tables: Readonly<Record<string, () => Promise<Figure[]>>> = {
  startup: async () => (await import('./startup.ts')).startup(),
  emulator: async () => (await import('./emulator.ts')).emulator(),
  admin: async () => (await import('./admin.ts')).admin(),
  deliveries: async () => (await import('./deliveries.ts')).deliveries(),
  gateway: async () => (await import('./gateway.ts')).gateway(),
  undo: async () => (await import('./undo.ts')).undo(),
  template: async () => (await import('./template.ts')).template(),
  testing: async () => (await import('./testing.ts')).testing(),
  check: async () => (await import('./check.ts')).check(),
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { json: { type: 'string' }, write: { type: 'boolean', default: false } },
})
const wanted = positionals.length === 0 ? Object.keys(tables) : positionals
const unknown = wanted.filter((name) => tables[name] === undefined)
if (unknown.length > 0) {
  console.error(`There is no bench "${unknown.join(', ')}"; there are: ${Object.keys(tables).join(', ')}.`)
  process.exitCode = 2
} else await runAll()

async function runAll(): Promise<void> {
  const before = conditions()
  const figures: Figure[] = []
  for (const name of wanted) {
    console.log(`\n## ${name}\n`)
    try {
      figures.push(...((await tables[name]?.()) ?? []))
    } catch (error) {
      // A failed table does not stop the others.
      console.error(`The bench "${name}" broke off:`, error)
      process.exitCode = 1
    }
  }
  const around = { ...before, load: [...before.load, loadavg()[0] ?? 0] }
  console.log(`\n## Targets\n\n${summary(figures)}\n\nLoad ${around.load.map((one) => one.toFixed(1)).join(' to ')}`)
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify({ ...around, figures }, null, 1)}\n`)
  if (values.write) writeReport(figures, around)
}
