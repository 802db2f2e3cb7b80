import { AppError } from '../../../errors.ts'

/** The error for a file that is not a snapshot of ours; nothing from it is kept. */
export function unreadable(file: string, why: string, cause?: unknown): AppError {
  return new AppError('emulator.snapshot-unreadable', `${file} cannot be imported: ${why}.`, {
    cause,
    suggestions: [
      'Export the file again on the machine that has the snapshot: app emulator snapshot export <name> <file>',
    ],
    details: { file, why },
  })
}
