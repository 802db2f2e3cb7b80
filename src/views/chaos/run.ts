import type { Breakage, BreakageKind } from '../../chaos/breakage.ts'
import { SLOW_MS } from '../../chaos/breakage.ts'
import type { ChaosReport } from '../../chaos/report.ts'
import { escapeCell, escapeForeign } from '../../text/escape.ts'
import { sentence } from '../cells.ts'
import type { Looks, View } from '../view.ts'
import { faultsDoneTable } from './faults-done.ts'

const titles: Readonly<Record<BreakageKind, string>> = {
  'delivery-lost': 'not accepted by the app, although it was sent again and again',
  'dead-letter': 'given up: dead letters',
  'forged-accepted': 'accepted with a wrong signature',
  'duplicate-effect': 'done again at the platform for the same event',
  'server-error': 'answered with 5xx',
  'delivery-rejected': 'refused, although genuine',
  'no-response': 'without an answer',
  'slow-response': `answered after more than ${SLOW_MS / 1000} s`,
  'app-exited': 'ends of the process of the app',
  'call-rejected': 'calls of the app that the platform refused, without a fault',
  'command-failed': 'the command failed',
}

/** What was done, what broke, and the command that repeats it. */
export const chaosView: View<ChaosReport> = (report, looks) => {
  const { faults, steps, undo, rerun } = report
  return [
    faultsDoneTable(faults, looks),
    sentence(doneLine(report), looks),
    endOf(report, looks),
    [...(steps === null ? [] : [takeBackLine(undo)]), `Again: ${escapeForeign(rerun)}`].join('\n'),
  ].join('\n\n')
}

function endOf({ failures, counts }: ChaosReport, looks: Looks): string {
  const { style } = looks
  if (failures.length > 0) return [style.red('Broke:'), ...failures.map(breakageLines)].join('\n')
  if (counts.deliveries > 0 || counts.calls > 0) return style.green('Nothing broke.')
  return sentence('Nothing broke, but nothing was tried either: the app got no delivery and made no call.', looks)
}

function takeBackLine(takeBack: string | null): string {
  return takeBack === null
    ? 'Not all of it can be taken back; what can: app emulator undo --list'
    : `Take all of it back: ${escapeForeign(takeBack)}`
}

function doneLine({ appKey, store, steps, command, counts, faults }: ChaosReport): string {
  const met = faults.reduce((sum, one) => sum + one.hits, 0)
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
