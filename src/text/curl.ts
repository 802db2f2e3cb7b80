import { Buffer } from 'node:buffer'

import { isPlainText, printfWord, shellWord } from './shell.ts'

export interface CurlRequest {
  readonly method: string
  readonly url: string
  /** The value of Authorization is never written: the command reads $SVCAPP_TOKEN when it runs. */
  readonly headers: readonly (readonly [name: string, value: string])[]
  /** Null for none. */
  readonly body: Uint8Array | null
}

/** A request as one command for a POSIX shell. Every word is quoted, so nothing in it can run anything. */
export function curlCommand(request: CurlRequest): string {
  const { url, body } = request
  const start = curlStart(request)
  if (body === null) return `${start} ${shellWord(url)}`
  // --data-raw: a body that starts with @ is no file name. Bytes that a terminal or a shell would change go through printf.
  if (!isPlainText(body)) return `printf ${printfWord(body)} | ${start} --data-binary @- ${shellWord(url)}`
  return `${start} --data-raw ${shellWord(Buffer.from(body).toString('utf8'))} ${shellWord(url)}`
}

/** Method and headers, without the address. */
export function curlStart({ method, headers }: Pick<CurlRequest, 'method' | 'headers'>): string {
  const words = headers.map(([name, value]) =>
    name.toLowerCase() === 'authorization'
      ? '-H "Authorization: Bearer $SVCAPP_TOKEN"'
      : `-H ${shellWord(`${name}: ${value}`)}`,
  )
  return ['curl -sS -X', /^[A-Z]+$/.test(method) ? method : shellWord(method), ...words].join(' ')
}
