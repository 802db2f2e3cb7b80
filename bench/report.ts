import { mkdirSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, loadavg } from 'node:os'
import { join } from 'node:path'

import { figureHead, figureRow, isMet, type Figure } from './figures.ts'

const root = join(import.meta.dirname, '..')

export interface Conditions {
  readonly node: string
  readonly machine: string
  /** One-minute load before and after. Above the number of processors, other programs slowed the run. */
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

\`npm run bench -- --write\` writes this page. No test asserts a time. Compare only ratios within one run, because absolute times vary by a fifth between runs.

![How far each figure is from its target](images/performance.svg)

${summary(figures)}

${date}, Node ${node}, ${machine}, load ${load.map((one) => one.toFixed(1)).join(' to ')}.
${figures.map(({ details }) => (details === undefined ? '' : `\n## Admin pages\n\n${details}\n`)).join('')}
## Method

- **Start-up**: the package is built, packed and installed into an empty folder, as a user installs it. All cases run alternately with \`node -e 0\` in rounds. The
  first round only warms the caches. Results are medians. Calls are sent to an emulator that has already responded once. Memory is the peak that Linux records.
- **Emulator**: a separate process with all checks on and a large store of 100,000 products and 50,000 orders. The rate is requests per second of the server's *own
  processor time*, so a busy machine does not affect it. The runs alternate with a bare \`node:http\` server over \`node:sqlite\` on the same file. For a list, this bare server reads and
  returns a page of the same rows.
- **Admin pages**: the emulator's processor time for one page, the median of many. The small store has 500 orders, 200 products and 120 apps. The large store has 50,000 orders,
  100,000 products and 1,000 apps. A list shows fifty rows in both. The ratio covers pages that list or show records. A search without a match reads every row, and the
  data explorer sorts by any column without an index. These two have only a time target.
- **Ready**: the time from process start to the first response of the installed package, alternating with a bare server of one line.
- **Delivery queue**: events in a store's outbox. The time runs from their fan-out until every response is durably recorded. The receiver is a separate process that
  verifies each signature and counts event ids. The benchmark fails if an event is missing.
- **Gateway**: deliveries of 2 kB through the gateway, alternating with a bare proxy that commits the same two rows to SQLite with the same \`synchronous = FULL\`. For the
  outbound side, requests are sent at a steady rate, alternating between direct calls and calls through the gateway.
- **Tests of apps**: the installed package in a new process. The result is the median of the processor time, so a busy machine does not affect it. Each reset reverts an order
  with its events, a closed region and a moved clock.
- **Check**: \`app check\` of a new app with the installed package, alternating with a start of that app alone. The processor time includes the processes of the check and its
  watchdog, but not the app's processes.
- **Template**: two processes of a new app behind one port, on a PostgreSQL that waits for the disk. Deliveries arrive at a steady rate, and one process is killed halfway. Then
  one store has a burst, and during it another store's first event arrives. The benchmark fails if an effect is missing or duplicated.
- **Size**: \`npm pack\`, and an install with an empty cache.
`,
  )
}

const WIDTH = 760
const LEFT = 330
const ROW = 24

/** Draws one bar per figure, relative to its target. The line is the target, and a bar across it misses the target. */
function plot(figures: readonly Figure[]): string {
  const scale = (WIDTH - LEFT - 90) / 1.6
  const rows = figures.map((figure, at) => {
    const { what, value, limit, wanted } = figure
    // Above 1 is worse than the target, for both kinds of limit.
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
