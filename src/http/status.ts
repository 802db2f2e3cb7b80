/** Whether an answer says yes: any 2xx (RFC 9110 section 15.3). Null is no answer at all. */
export function isSuccess(status: number | null): boolean {
  return status !== null && status >= 200 && status <= 299
}
