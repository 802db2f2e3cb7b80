/** Removes a URL's query, fragment and final slash, which could grant access and must stay out of logs and documents. */
export function bareAddress(url: string): string {
  return url.replace(/\/?[?#].*$/, '')
}
