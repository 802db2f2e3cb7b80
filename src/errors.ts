import { adviceOn, type Advice } from './errors/advice.ts'
import { errorCodes, type ErrorCode } from './errors/codes.ts'

export interface AppErrorOptions {
  /** What to do next, most helpful first. */
  readonly suggestions?: readonly Advice[]
  readonly cause?: unknown
  /** Additional facts for `--json`: plain data without secrets. */
  readonly details?: Readonly<Record<string, unknown>>
}

/**
 * An expected, final failure: what happened (`message`), what to do next (`suggestions`), a stable
 * `code` and its exit code. Any other thrown error is a bug. oclif prints message, code,
 * suggestions and cause, and exits with `oclif.exit`.
 */
export class AppError extends Error {
  readonly code: ErrorCode
  /** What to do next on either platform. */
  readonly advice: readonly Advice[]
  readonly details: Readonly<Record<string, unknown>>
  readonly oclif: { readonly exit: number }

  constructor(code: ErrorCode, message: string, options: AppErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'Error'
    this.code = code
    this.advice = options.suggestions ?? []
    this.details = options.details ?? {}
    this.oclif = { exit: errorCodes[code].exit }
  }

  /** What to do next on the emulator. */
  get suggestions(): string[] {
    return adviceOn('emulator', this.advice)
  }
}

/** Returns whether it is an expected failure with one of these codes. */
export function hasCode(error: unknown, ...codes: readonly ErrorCode[]): error is AppError {
  return error instanceof AppError && codes.includes(error.code)
}

/** Returns null for errors with these codes and rethrows all others. */
export function nullFor(...codes: readonly ErrorCode[]): (error: unknown) => null {
  return (error) => {
    if (hasCode(error, ...codes)) return null
    throw error
  }
}
