import { Buffer } from 'node:buffer'

import { isPlainText, printfWord, shellWord } from '../values/shell.ts'

export interface CurlFacts {
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

/**
 * The same request as one line for a POSIX shell. It holds the signature, which is good for five minutes and this body only, and not the secret.
 * Every word is quoted, so no body can run anything.
 */
export function curlCommand({ url, headers, body }: CurlFacts): string {
  const parts = Object.entries(headers).map(([name, value]) => `-H ${shellWord(`${name}: ${value}`)}`)
  const start = ['curl -sS -X POST', ...parts].join(' ')
  const address = shellWord(url.href)
  // --data-raw: a body that starts with @ is no file name. Bytes that a terminal or a shell would change go through printf.
  if (!isPlainText(body)) return `printf ${printfWord(body)} | ${start} --data-binary @- ${address}`
  return `${start} --data-raw ${shellWord(Buffer.from(body).toString('utf8'))} ${address}`
}
