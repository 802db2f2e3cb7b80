import { entries } from '../../terminal/entries.ts'
import { escapeForeign } from '../../text/escape.ts'
import { noRows } from '../cells.ts'
import type { Looks, View } from '../view.ts'

/** A scope: how app.toml requests it, and whether any call needed it. */
export interface ShownAudit {
  readonly scope: string
  /** Request in app.toml. */
  readonly requested: 'required' | 'optional' | 'no'
  /**
   * `missing`: needed but not requested. `unused`: not needed so far, but maybe later. `unknown`:
   * calls cannot show it.
   */
  readonly verdict: 'used' | 'missing' | 'unused' | 'unknown'
  readonly calls: number
  /** Number of these calls that failed with 403. */
  readonly rejected: number
  readonly reason: string
}

export interface AuditToShow {
  readonly scopes: readonly ShownAudit[]
  /** Patch to app.toml, or null if no change is needed. */
  readonly patch: string | null
}

/** Formats the scopes and the patch below them. */
export const scopeAuditView: View<AuditToShow> = ({ scopes, patch }, looks) => {
  const rows = scopes.length === 0 ? noRows('scopes in app.toml, and no call needed one') : rowsOf(scopes, looks)
  return [rows, ...(patch === null ? [] : [escapeForeign(patch.trimEnd())])].join('\n\n')
}

/** Formats a line per scope with its observed use. @public tested as a table by test/views/table-samples.ts, which finds tables by their names */
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
