import type { FailsRow } from '../api/failing-rows.ts'

/** What a request that is answered by its site has met. */
export interface RequestFault {
  /** For the request's row: `fault slow`. */
  readonly cause: string
  readonly failsRow?: FailsRow
}
