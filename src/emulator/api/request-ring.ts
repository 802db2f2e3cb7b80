import type { RequestRow } from '../../control/contract.ts'

type Row = Omit<RequestRow, 'at'> & { readonly at: number }

export interface RequestRing {
  /** `at` in Unix ms. */
  readonly add: (row: Row) => void
  /** Newest first. */
  readonly list: () => RequestRow[]
}

const LONGEST_PATH = 300

/** The newest calls, in memory and bounded: what `app dev` prints and the portal shows. */
export function createRequestRing(size = 1000): RequestRing {
  const rows: Row[] = []
  let next = 0
  return {
    add: (row) => {
      rows[next] = row.path.length > LONGEST_PATH ? { ...row, path: startOf(row.path) } : row
      next = (next + 1) % size
    },
    list: () =>
      [...rows.slice(next), ...rows.slice(0, next)].toReversed().map((row) => ({
        ...row,
        at: new Date(row.at).toISOString(),
      })),
  }
}

/** As a separate text: a slice would keep all of the long one in memory. */
function startOf(path: string): string {
  return Buffer.from(path.slice(0, LONGEST_PATH)).toString()
}
