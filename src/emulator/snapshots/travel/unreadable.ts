import { AppError } from '../../../errors.ts'

/** Creates the error for a file that is not a snapshot of ours. Nothing from the file is stored. */
export function unreadable(file: string, why: string, cause?: unknown): AppError {
  return new AppError('emulator.snapshot-unreadable', `${file} cannot be imported: ${why}.`, {
    cause,
    suggestions: [
      'Export the file again on the machine that has the snapshot: app emulator snapshot export <name> <file>',
    ],
    details: { file, why },
  })
}
