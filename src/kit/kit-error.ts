import { AppError } from '../errors.ts'

/**
 * An error in the app or its environment, or an unavailable database. `code` is stable,
 * `suggestions` contain fixes.
 */
export class KitError extends AppError {}

/** Error for an unavailable database. Nothing was read or written. */
export function databaseAway(reason: string, cause?: unknown): KitError {
  return new KitError('database.away', reason, cause === undefined ? {} : { cause })
}
