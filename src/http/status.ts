/** Whether an answer says yes: any 2xx (RFC 9110 section 15.3). Null stands for no answer. */
export function isSuccess(status: number | null): boolean {
  return status !== null && status >= 200 && status <= 299
}

/** Whether an answer refuses the request itself: any 4xx (RFC 9110 section 15.5). */
export function isRefusal(status: number): boolean {
  return status >= 400 && status < 500
}

/** Whether an answer points elsewhere; 304 says that what is known still holds. */
export function isRedirect(status: number): boolean {
  return status >= 300 && status < 400 && status !== 304
}
