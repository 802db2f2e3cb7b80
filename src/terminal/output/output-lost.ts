import { AppError } from '../../errors.ts'

/** Why stdout took no more, as an error: a reader that went away only stops the work, anything else is a failure. */
export function outputLost(cause: NodeJS.ErrnoException): AppError {
  if (cause.code === 'EPIPE') return new AppError('cli.interrupted', 'The reader of stdout went away.', { cause })
  return new AppError('cli.output-lost', `${reasonOf(cause)}, so what belongs there is lost or cut off.`, {
    cause,
    suggestions: ['Free some space or write elsewhere, then run it again; a write may have been done already.'],
  })
}

function reasonOf({ code, message }: NodeJS.ErrnoException): string {
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'There is no space left where stdout is written to'
  return `stdout cannot be written (${message})`
}
