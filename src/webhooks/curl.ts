import { Buffer } from 'node:buffer'

import { escapeForeign } from '../values/escape.ts'

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
  const parts = Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`)
  const start = ['curl -sS -X POST', ...parts].join(' ')
  const text = Buffer.from(body).toString('utf8')
  const isPlain = Buffer.from(text, 'utf8').equals(Buffer.from(body)) && escapeForeign(text) === text
  // --data-raw: a body that starts with @ is no file name. Bytes that a terminal or a shell would change go through printf.
  if (isPlain) return `${start} --data-raw ${quoted(text)} ${quoted(url.href)}`
  return `printf ${quoted(octal(body))} | ${start} --data-binary @- ${quoted(url.href)}`
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

function octal(bytes: Uint8Array): string {
  return [...bytes].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('')
}
