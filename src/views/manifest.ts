import type { SlotPage } from '../project/slot-pages.ts'
import { escapeCell } from '../text/escape.ts'
import { sentence } from './cells.ts'
import type { View } from './view.ts'

interface Note {
  readonly path: string
  readonly message: string
}

export interface ManifestReport {
  readonly ok: boolean
  /** Slots in the order in which the platform shows them. */
  readonly slots: readonly SlotPage[]
  readonly problems: readonly (Note & { readonly code: string })[]
  readonly warnings: readonly (Note & { readonly code: string })[]
}

const NOT_REQUESTED = 'The app is not running on this machine, so its pages were not requested.'

/** Formats the verdict, then each finding with its field. */
export const manifestReportText: View<ManifestReport> = ({ ok, slots, problems, warnings }, looks) => {
  const { style } = looks
  return sentence(
    [
      ok ? style.green('The store admin opens this panel.') : style.red('The store admin does not open a panel.'),
      ...slots.map(slotLine),
      ...(slots.some(({ status }) => status === null) ? [style.dim(NOT_REQUESTED)] : []),
      ...problems.map(line),
      ...(warnings.length === 0 ? [] : [style.yellow('Warnings:'), ...warnings.map(line)]),
    ].join('\n'),
    looks,
  )
}

function slotLine({ type, path, label, status }: SlotPage): string {
  const answer = status === null ? '' : `: HTTP ${status}`
  return `  ${type} "${escapeCell(label)}" at /${escapeCell(path)}${answer}`
}

function line({ path, message }: Note): string {
  return `  ${escapeCell(path || 'manifest')}: ${escapeCell(message)}`
}
