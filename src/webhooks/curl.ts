import { curlCommand as requestAsCurl } from '../text/curl.ts'

export interface CurlFacts {
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

/**
 * Returns the same request as one line for a POSIX shell. It contains the signature, which is valid for
 * five minutes and this body only, and not the secret. Every word is quoted, so no body can run anything.
 */
export function curlCommand({ url, headers, body }: CurlFacts): string {
  return requestAsCurl({ method: 'POST', url: url.href, headers: Object.entries(headers), body })
}
