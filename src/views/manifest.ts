import { escapeCell } from '../text/escape.ts'
import { sentence } from './cells.ts'
import type { View } from './view.ts'

interface Note {
  readonly path: string
  readonly message: string
}

export interface ManifestReport {
  readonly ok: boolean
  readonly problems: readonly (Note & { readonly code: string })[]
  readonly warnings: readonly (Note & { readonly code: string })[]
}

/** The verdict, then each finding with its field. */
export const manifestReportText: View<ManifestReport> = ({ ok, problems, warnings }, looks) => {
  const { style } = looks
  return sentence(
    [
      ok ? style.green('The store admin opens this panel.') : style.red('The store admin opens no panel.'),
      ...problems.map(line),
      ...(warnings.length === 0 ? [] : [style.yellow('Warnings:'), ...warnings.map(line)]),
    ].join('\n'),
    looks,
  )
}

function line({ path, message }: Note): string {
  return `  ${escapeCell(path || 'manifest')}: ${escapeCell(message)}`
}
