import { AppError } from '../../errors.ts'

/** Converts a failed write to stdout into an error: a closed reader only stops the command, any other cause is a failure. */
export function outputLost(cause: NodeJS.ErrnoException): AppError {
  if (cause.code === 'EPIPE')
    return new AppError('cli.interrupted', 'The program that reads stdout closed it.', { cause })
  return new AppError('cli.output-lost', `${reasonOf(cause)}, so output is lost or truncated.`, {
    cause,
    suggestions: [
      'Free some space or write elsewhere, then run the command again. If the command writes to the platform, first check whether the write has completed.',
    ],
  })
}

function reasonOf({ code, message }: NodeJS.ErrnoException): string {
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'The disk that stdout is written to is full'
  return `stdout cannot be written (${message})`
}
