import { table, type Column } from '../terminal/table.ts'
import { noRows, orDash } from './cells.ts'
import type { View } from './view.ts'

/** A stored token, without its value. */
export interface TokenRow {
  /** Id of the target, or null for a token in an environment variable. */
  readonly target: string | null
  readonly appKey: string | null
  readonly storeId: number | null
  readonly storeCode: string | null
  readonly regionId: number | null
  readonly regionCode: string | null
  readonly installScope: 'region' | 'store' | null
  /** Time of the install, ISO-8601 UTC. */
  readonly installedAt: string | null
  /** Token storage, or null if the install is recorded but its token is missing. */
  readonly backend: string | null
  readonly where: string | null
}

const columns: readonly Column<TokenRow>[] = [
  { header: 'APP', rank: 9, cell: ({ appKey }) => orDash(appKey) },
  { header: 'TARGET', rank: 8, cell: ({ target }) => orDash(target) },
  { header: 'STORE', rank: 7, cell: ({ storeCode, storeId }) => orDash(storeCode ?? storeId) },
  {
    header: 'REGION',
    rank: 6,
    cell: (row) => (row.installScope === 'store' ? 'all' : orDash(row.regionCode ?? row.regionId)),
  },
  { header: 'INSTALLED', rank: 5, cell: ({ installedAt }) => orDash(installedAt), kind: 'time' },
  {
    header: 'STORED IN',
    kind: 'prose',
    rank: 4,
    cell: ({ backend, where }) => (backend === null ? 'not stored: reinstall' : `${backend}: ${orDash(where)}`),
  },
]

export const tokenTable: View<readonly TokenRow[]> = (rows, looks) =>
  rows.length === 0 ? noRows('tokens') : table(rows, columns, looks)
