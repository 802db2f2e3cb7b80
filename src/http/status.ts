/** Returns whether a response is successful: any 2xx (RFC 9110 section 15.3). Null means no response. */
export function isSuccess(status: number | null): boolean {
  return status !== null && status >= 200 && status <= 299
}

/** Returns whether a response rejects the request itself: any 4xx (RFC 9110 section 15.5). */
export function isRejection(status: number): boolean {
  return status >= 400 && status < 500
}

/** Returns whether the server has no such route, or no longer. It has checked nothing then, so this rejects no content. */
export function isMissingRoute(status: number | null): boolean {
  return status === 404 || status === 405 || status === 410 || status === 501
}

/** Returns whether a response redirects. A 304 does not: it means that the cached content is still valid. */
export function isRedirect(status: number): boolean {
  return status >= 300 && status < 400 && status !== 304
}
