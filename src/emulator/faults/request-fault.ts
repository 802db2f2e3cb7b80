import type { FailsRow } from './failing-rows.ts'

/** Fault that affects a request to which the site responds. */
export interface RequestFault {
  /** Cause for the request's row: `fault slow`. */
  readonly cause: string
  readonly failsRow?: FailsRow
}
