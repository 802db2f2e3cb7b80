import { errorCodes, type ErrorCode } from './codes.ts'

/** Whether it is one of this tool's codes: an answer from elsewhere may claim any. */
export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && Object.hasOwn(errorCodes, value)
}
