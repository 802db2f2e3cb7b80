import { errorCodes, type ErrorCode } from './codes.ts'

/** Returns whether it is one of svcapp's codes, because an external response may contain any code. */
export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && Object.hasOwn(errorCodes, value)
}
