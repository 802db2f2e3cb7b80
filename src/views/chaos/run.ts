import type { Breakage, BreakageKind } from '../../chaos/breakage.ts'
import { SLOW_MS } from '../../chaos/breakage.ts'
import type { ChaosReport } from '../../chaos/report.ts'
import type { FaultDone } from '../../chaos/run-under-faults.ts'
import { table, type Column } from '../../terminal/table.ts'
import { escapeCell, escapeForeign } from '../../text/escape.ts'
import { orDash, sentence } from '../cells.ts'
import type { View } from '../view.ts'

const columns: readonly Column<FaultDone>[] = [
  { header: 'AT', rank: 9, kind: 'number', cell: ({ startMs }) => seconds(startMs) },
  { header: 'FOR', rank: 6, kind: 'number', cell: ({ forMs }) => seconds(forMs) },
  { header: 'FAULT', rank: 9, cell: ({ kind }) => kind },
  { header: 'CHANCE', rank: 7, kind: 'number', cell: ({ percent }) => `${percent} %` },
  { header: 'IN A ROW', rank: 4, kind: 'number', cell: ({ inARow }) => String(inARow) },
  { header: 'DELAY', rank: 5, cell: delayOf },
  { header: 'MET', rank: 8, kind: 'number', cell: ({ met }) => String(met) },
]

/** The faults of a run, in order. */
export const faultsDoneTable: View<readonly FaultDone[]> = (faults, looks) => table(faults, columns, looks)

const titles: Readonly<Record<BreakageKind, string>> = {
  'delivery-lost': 'not accepted by the app, although it was sent again and again',
  'dead-letter': 'given up: dead letters',
  'forged-accepted': 'accepted with a wrong signature',
  'server-error': 'answered with 5xx',
  'delivery-refused': 'refused, although genuine',
  'no-answer': 'without an answer',
  'slow-answer': `answered after more than ${SLOW_MS / 1000} s`,
  'call-refused': 'calls of the app that the platform refused, without a fault',
  'command-failed': 'the command failed',
}

/** What was done, what broke, and the line that does it once more. */
export const chaosView: View<ChaosReport> = (report, looks) => {
  const { style } = looks
  const { faults, broke, again } = report
  const end =
    broke.length === 0 ? style.green('Nothing broke.') : [style.red('Broke:'), ...broke.map(breakageLines)].join('\n')
  return [
    faultsDoneTable(faults, looks),
    sentence(doneLine(report), looks),
    end,
    `Again: ${escapeForeign(again)}`,
  ].join('\n\n')
}

function doneLine({ appKey, store, steps, command, counts, faults }: ChaosReport): string {
  const met = faults.reduce((sum, one) => sum + one.met, 0)
  const work =
    steps === null
      ? `${command?.words.join(' ') ?? ''} ended with ${command?.exit ?? ''}`
      : `${steps.orders} orders, ${steps.operations} operations`
  const came = `${counts.deliveries} deliveries in ${counts.attempts} attempts, ${counts.calls} calls; ${met} met a fault`
  return `${escapeForeign(`${appKey} in ${store}: ${work}`)}; ${came}.`
}

function breakageLines({ kind, count, examples }: Breakage): string {
  const more = count > examples.length ? [`    … and ${count - examples.length} more`] : []
  return [`  ${count} ${titles[kind]}`, ...examples.map((words) => `    ${escapeCell(words)}`), ...more].join('\n')
}

function delayOf({ delayMs, delayMaxMs, retryAfter }: FaultDone): string {
  if (retryAfter !== undefined) return `Retry-After ${retryAfter}`
  if (delayMs === undefined) return orDash(null)
  return delayMaxMs === undefined || delayMaxMs === delayMs
    ? seconds(delayMs)
    : `${seconds(delayMs)} to ${seconds(delayMaxMs)}`
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`
}
