import { AppError } from '../../errors.ts'

/** Creates the error for an id without a record in the store, with the command that lists the existing ones. */
export function unknownRecord(what: string, list: string): AppError {
  return new AppError('emulator.bad-request', `The store has no ${what}.`, { suggestions: [list] })
}
