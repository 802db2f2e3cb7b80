import { AppError } from '../../errors.ts'

/** For an id that no record of the store has, with the command that lists those there are. */
export function unknownRecord(what: string, list: string): AppError {
  return new AppError('emulator.bad-request', `The store has no ${what}.`, { suggestions: [list] })
}
