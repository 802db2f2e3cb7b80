import type { RequestRow } from '../control/contract.ts'
import { createRing, type Ring } from './ring.ts'

type Row = Omit<RequestRow, 'at'> & { readonly at: number }

export interface RequestRing extends Pick<Ring<Row>, 'add'> {
  /** Returns the calls, newest first. */
  readonly list: () => RequestRow[]
}

const LONGEST_PATH = 300

/** Stores the latest calls in memory, up to `size`. `app dev` prints them and the portal shows them. `at` of an added row is in Unix ms. */
export function createRequestRing(size = 1000): RequestRing {
  const ring = createRing<Row>(size)
  return {
    add: (row) => ring.add(row.path.length > LONGEST_PATH ? { ...row, path: startOf(row.path) } : row),
    list: () => ring.list().map((row) => ({ ...row, at: new Date(row.at).toISOString() })),
  }
}

/** Copies the text, because a slice would keep the whole long string in memory. */
function startOf(path: string): string {
  return Buffer.from(path.slice(0, LONGEST_PATH)).toString()
}
