import { entries } from '../../terminal/entries.ts'
import { escapeForeign } from '../../text/escape.ts'
import { noRows } from '../cells.ts'
import type { Looks, View } from '../view.ts'

/** One scope: how app.toml asks for it, and whether anything needed it. */
export interface ShownAudit {
  readonly scope: string
  /** How app.toml asks for it. */
  readonly requested: 'required' | 'optional' | 'no'
  /** `missing`: needed and not asked for. `unused`: no call needed it yet, which proves nothing for later. `unknown`: no call could show it. */
  readonly verdict: 'used' | 'missing' | 'unused' | 'unknown'
  readonly calls: number
  /** Of them: answered with 403. */
  readonly rejected: number
  readonly reason: string
}

export interface AuditToShow {
  readonly scopes: readonly ShownAudit[]
  /** What app.toml would be; null where nothing is to be changed. */
  readonly patch: string | null
}

/** The scopes, and below them the patch. */
export const scopeAuditView: View<AuditToShow> = ({ scopes, patch }, looks) => {
  const rows = scopes.length === 0 ? noRows('scopes in app.toml, and no call needed one') : rowsOf(scopes, looks)
  return [rows, ...(patch === null ? [] : [escapeForeign(patch.trimEnd())])].join('\n\n')
}

/** A line for each scope with what was seen of its use. @public tested as a table by test/views/table-samples.ts, where tables stand by their names */
export function rowsOf(scopes: readonly ShownAudit[], looks: Looks): string {
  const { bold, green, red, yellow, dim } = looks.style
  const colour = { used: green, missing: red, unused: yellow, unknown: dim }
  const head = ({ scope, requested, verdict }: ShownAudit) =>
    [bold(scope), colour[verdict](verdict), requested === 'no' ? 'not in app.toml' : `${requested} in app.toml`].join(
      '  ',
    )
  const columns = [
    { header: 'SCOPE', rank: 9, cell: ({ scope }: ShownAudit) => scope },
    { header: 'VERDICT', rank: 9, cell: ({ verdict }: ShownAudit) => verdict },
    { header: 'REQUESTED', rank: 7, cell: ({ requested }: ShownAudit) => requested },
    { header: 'CALLS', rank: 5, kind: 'number' as const, cell: ({ calls }: ShownAudit) => String(calls) },
    { header: 'WHY', rank: 6, kind: 'prose' as const, cell: ({ reason }: ShownAudit) => reason },
  ]
  return entries(scopes, { columns, head, texts: ({ reason }) => [reason] }, looks)
}
