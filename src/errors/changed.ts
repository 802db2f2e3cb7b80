import { AppError, type AppErrorOptions } from '../errors.ts'

/** The same failure told anew: what is not named stays as it is. */
export function changed(error: AppError, told: AppErrorOptions & { readonly message?: string }): AppError {
  const { code, message, advice, details, cause } = error
  return new AppError(code, told.message ?? message, { suggestions: advice, details, cause, ...told })
}
