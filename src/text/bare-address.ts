/** An address without its query, fragment and final slash: what it would open stays out of logs and documents. */
export function bareAddress(url: string): string {
  return url.replace(/\/?[?#].*$/, '')
}
