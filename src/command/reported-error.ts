import { hasCode, type AppError } from '../errors.ts'

/** How a failed command tells main.ts that its error is on the screen already, and with which code the process ends. */
export class ReportedError extends Error {
  readonly oclif: { readonly exit: number }

  constructor(exit: number, cause: unknown) {
    super('This error was already shown.', { cause })
    this.oclif = { exit }
  }
}

/** The error for a stdout that cannot be written, when the command ends because of it: reported on stderr, whatever the format. */
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
