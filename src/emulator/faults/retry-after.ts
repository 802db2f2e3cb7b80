/** Accepts the three forms of a fault's Retry-After: whole seconds, an HTTP date (RFC 9110 section 10.2.3), or `date+30`. */
export function isRetryAfter(text: string): boolean {
  return /^\d{1,6}$/.test(text) || /^date\+\d{1,6}$/.test(text) || isHttpDate(text)
}

/** Returns the header's value. `date+30` counts from `now`, which is the machine's time, because a client compares it with its own clock. */
export function retryAfterHeader(text: string, now: Date): string {
  const seconds = /^date\+(\d+)$/.exec(text)?.[1]
  return seconds === undefined ? text : new Date(now.getTime() + Number(seconds) * 1000).toUTCString()
}

function isHttpDate(text: string): boolean {
  const at = Date.parse(text)
  return !Number.isNaN(at) && new Date(at).toUTCString() === text
}
