import { hasCode, type AppError } from '../errors.ts'

/** Tells main.ts that a failed command's error is already printed, and which exit code to use. */
export class ReportedError extends Error {
  readonly oclif: { readonly exit: number }

  constructor(exit: number, cause: unknown) {
    super('This error was already shown.', { cause })
    this.oclif = { exit }
  }
}

/** Returns the error if an unwritable stdout ends the command. It is reported on stderr in every format. */
export function lostOutput(error: unknown, interrupted: AbortSignal): AppError | null {
  const causes = [error instanceof ReportedError ? error.cause : error, interrupted.reason as unknown]
  return causes.find(isLostOutput) ?? null
}

function isLostOutput(error: unknown): error is AppError {
  return hasCode(error, 'cli.output-lost')
}

export function isInterruption(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'cli.interrupted'
}
