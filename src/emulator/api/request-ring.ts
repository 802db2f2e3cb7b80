import type { RequestRow } from '../../control/contract.ts'
import { createRing, type Ring } from '../ring.ts'

type Row = Omit<RequestRow, 'at'> & { readonly at: number }

export interface RequestRing extends Pick<Ring<Row>, 'add'> {
  /** Newest first. */
  readonly list: () => RequestRow[]
}

const LONGEST_PATH = 300

/** The newest calls, in memory and bounded: what `app dev` prints and the portal shows. `at` of a row that is added in Unix ms. */
export function createRequestRing(size = 1000): RequestRing {
  const ring = createRing<Row>(size)
  return {
    add: (row) => ring.add(row.path.length > LONGEST_PATH ? { ...row, path: startOf(row.path) } : row),
    list: () => ring.list().map((row) => ({ ...row, at: new Date(row.at).toISOString() })),
  }
}

/** As a separate text: a slice would keep all of the long one in memory. */
function startOf(path: string): string {
  return Buffer.from(path.slice(0, LONGEST_PATH)).toString()
}
