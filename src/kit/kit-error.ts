import { AppError } from '../errors.ts'

/** A mistake in the app or its environment, or a database that cannot be used now. `code` is stable, `suggestions` say what to do. */
export class KitError extends AppError {}

/** The database cannot be used now. Nothing of what was asked of it has happened. */
export function databaseAway(reason: string, cause?: unknown): KitError {
  return new KitError('database.away', reason, cause === undefined ? {} : { cause })
}
