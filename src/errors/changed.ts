import { AppError, type AppErrorOptions } from '../errors.ts'

/** Copies a failure with the given changes. */
export function changed(error: AppError, changes: AppErrorOptions & { readonly message?: string }): AppError {
  const { code, message, advice, details, cause } = error
  return new AppError(code, changes.message ?? message, { suggestions: advice, details, cause, ...changes })
}
