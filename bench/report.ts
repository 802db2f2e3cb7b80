import { mkdirSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, loadavg } from 'node:os'
import { join } from 'node:path'

import { figureHead, figureRow, isMet, type Figure } from './figures.ts'

const root = join(import.meta.dirname, '..')

export interface Conditions {
  readonly node: string
  readonly machine: string
  /** Of one minute, before and after: above the number of processors others slowed the run. */
  readonly load: readonly number[]
  readonly date: string
}

export function conditions(): Conditions {
  return {
    node: process.versions.node,
    machine: `${availableParallelism()} x ${cpus()[0]?.model ?? 'unknown'}`,
    load: [loadavg()[0] ?? 0],
    date: new Date().toISOString().slice(0, 10),
  }
}

export function summary(figures: readonly Figure[]): string {
  return [figureHead, ...figures.map(figureRow)].join('\n')
}

/** Writes docs/performance.md and its plot. */
export function writeReport(figures: readonly Figure[], { node, machine, load, date }: Conditions): void {
  mkdirSync(join(root, 'docs/images'), { recursive: true })
  writeFileSync(join(root, 'docs/images/performance.svg'), plot(figures))
  writeFileSync(
    join(root, 'docs/performance.md'),
    `# Performance

Written by \`npm run bench -- --write\`; no test asserts a time. Only ratios inside one run count: absolute times drift by a fifth between runs.

![How far each figure is from its target](images/performance.svg)

${summary(figures)}

${date}, Node ${node}, ${machine}, load ${load.map((one) => one.toFixed(1)).join(' to ')}.
${figures.map(({ details }) => (details === undefined ? '' : `\n## Pages of the admin\n\n${details}\n`)).join('')}
## Method

- **Start-up**: the package is built, packed and installed into an empty folder, as a user gets it. All cases run in turn, round after round, beside \`node -e 0\`;
  the first round warms the caches and is left out. Medians. What is called is an emulator that has answered before. Memory is the high-water mark that Linux keeps.
- **Emulator**: a separate process, all checks on, a large store of 100,000 products and 50,000 orders. Requests for each second of the server's *own processor
  time*, so that a busy machine does not count; in turn with a bare \`node:http\` server over \`node:sqlite\` on the same file, which for a list reads and prints a page of the same rows.
- **Pages of the admin**: processor time of the emulator for one page, the median of many, in a store of 500 orders, 200 products and 120 apps and in one of 50,000, 100,000 and
  1,000. A list shows its fifty rows in both. The ratio is that of what lists and shows records; a search that finds nothing has looked at every row, and the data explorer sorts by any
  column without an index for it: both are held to the time alone.
- **Ready**: from spawn to the first answer, of the installed package, in turn with a bare server of one line.
- **Delivery queue**: events in a store's outbox; the clock runs from their fan-out until every answer is durably recorded. The receiver, a separate process, verifies
  each signature and counts event ids; the bench fails when one is missing.
- **Gateway**: deliveries of 2 kB through it and through a bare proxy that commits the same two rows to SQLite with the same \`synchronous = FULL\`, in turn. The outbound side: a
  request at a steady pace, straight and through it, in turn.
- **Tests of apps**: the installed package in a new process; medians, of its own processor time, so that a busy machine does not count. What is reset is an order with its events, a closed region and a moved clock.
- **Check**: \`app check\` of a new app of the installed package, in turn with a start of that app alone. Its own processor time is that of its process and its watchdog,
  without what the app's processes take.
- **Template**: two processes of a new app behind one port, on a PostgreSQL that waits for the disk; deliveries at a steady pace, one process killed in the middle; then
  a burst for one store, in the middle of which another store's first event comes. The bench fails when an effect is missing or there twice.
- **Size**: \`npm pack\`, and an install with an empty cache.
`,
  )
}

const WIDTH = 760
const LEFT = 330
const ROW = 24

/** One bar a figure, as long as it is near its target: the line is the target, what crosses it is worse. */
function plot(figures: readonly Figure[]): string {
  const scale = (WIDTH - LEFT - 90) / 1.6
  const rows = figures.map((figure, at) => {
    const { what, value, limit, wanted } = figure
    // Above 1 is worse than wanted, whichever way the target goes.
    const part = wanted === 'at most' ? value / limit : limit / value
    const length = Math.min(part, 1.6) * scale
    const y = 34 + at * ROW
    const label = escapeXml(what.replaceAll('`', ''))
    return `<text x="${LEFT - 8}" y="${y + 12}" text-anchor="end">${label}</text><rect x="${LEFT}" y="${y}" width="${length.toFixed(1)}" height="15" fill="${isMet(figure) ? '#2a78d6' : '#c8553d'}"/><text x="${(LEFT + length + 6).toFixed(1)}" y="${y + 12}">${part.toFixed(2)}</text>`
  })
  const height = 44 + figures.length * ROW
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="system-ui, sans-serif" font-size="12" fill="#333">
<rect width="${WIDTH}" height="${height}" fill="#fff"/>
<text x="${LEFT}" y="18">share of the allowed cost (1.00 = target, less is better)</text>
${rows.join('\n')}
<line x1="${LEFT + scale}" x2="${LEFT + scale}" y1="26" y2="${height - 8}" stroke="#333" stroke-dasharray="4 3"/>
</svg>
`
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
