import type { Breakage, BreakageKind } from '../../chaos/breakage.ts'
import { SLOW_MS } from '../../chaos/breakage.ts'
import type { ChaosReport } from '../../chaos/report.ts'
import { escapeCell, escapeForeign } from '../../text/escape.ts'
import { counted, sentence } from '../cells.ts'
import type { Looks, View } from '../view.ts'
import { faultsDoneTable } from './faults-done.ts'

const titles: Readonly<Record<BreakageKind, string>> = {
  'delivery-lost': 'deliveries rejected by the app after all retries',
  'dead-letter': 'dead letters after all retries',
  'forged-accepted': 'deliveries accepted with an invalid signature',
  'duplicate-effect': 'platform writes repeated for the same event',
  'server-error': 'responses with a 5xx status',
  'delivery-rejected': 'genuine deliveries rejected',
  'no-response': 'deliveries without a response',
  'slow-response': `responses after more than ${SLOW_MS / 1000} s`,
  'app-exited': 'app process exits',
  'call-rejected': 'app calls rejected by the platform, without an injected fault',
  'command-failed': 'command failures',
}

/** Formats the faults, the failures and the command that repeats the run. */
export const chaosView: View<ChaosReport> = (report, looks) => {
  const { faults, steps, undo, rerun } = report
  return [
    faultsDoneTable(faults, looks),
    sentence(doneLine(report), looks),
    endOf(report, looks),
    [...(steps === null ? [] : [undoLine(undo)]), `Repeat: ${escapeForeign(rerun)}`].join('\n'),
  ].join('\n\n')
}

function endOf({ failures, counts }: ChaosReport, looks: Looks): string {
  const { style } = looks
  if (failures.length > 0) return [style.red('Failures:'), ...failures.map(breakageLines)].join('\n')
  if (counts.deliveries > 0 || counts.calls > 0) return style.green('No failures.')
  return sentence('No failures, but nothing was tested: the app got no delivery and sent no call.', looks)
}

function undoLine(command: string | null): string {
  return command === null
    ? 'The run cannot be undone as a whole. To list the operations that can be undone: app emulator undo --list'
    : `Undo all: ${escapeForeign(command)}`
}

function doneLine({ appKey, store, steps, command, counts, faults }: ChaosReport): string {
  const met = faults.reduce((sum, one) => sum + one.hits, 0)
  const work =
    steps === null
      ? `${command?.words.join(' ') ?? ''} exited with ${command?.exit ?? ''}`
      : `${counted(steps.orders, 'order')}, ${counted(steps.operations, 'operation')}`
  const came = `${counted(counts.deliveries, 'delivery', 'deliveries')} in ${counted(counts.attempts, 'attempt')}, ${counted(counts.calls, 'call')}, ${met} hit by a fault`
  return `${escapeForeign(`${appKey} in ${store}: ${work}`)}; ${came}.`
}

function breakageLines({ kind, count, examples }: Breakage): string {
  const more = count > examples.length ? [`    … and ${count - examples.length} more`] : []
  return [`  ${titles[kind]}: ${count}`, ...examples.map((words) => `    ${escapeCell(words)}`), ...more].join('\n')
}
