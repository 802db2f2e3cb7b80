import { Buffer } from 'node:buffer'

import { isPlainText, printfWord, shellWord } from './shell.ts'

export interface CurlRequest {
  readonly method: string
  readonly url: string
  /** The value of Authorization is never printed: the command reads $SVCAPP_TOKEN when it runs. */
  readonly headers: readonly (readonly [name: string, value: string])[]
  /** Null without a body. */
  readonly body: Uint8Array | null
}

/** Returns a request as one command for a POSIX shell. Every word is quoted, so no value can run a command. */
export function curlCommand(request: CurlRequest): string {
  const { url, body } = request
  const start = curlStart(request)
  if (body === null) return `${start} ${shellWord(url)}`
  // With --data-raw, a body that starts with @ is not a file name. Bytes that a terminal or a shell would change are passed through printf.
  if (!isPlainText(body)) return `printf ${printfWord(body)} | ${start} --data-binary @- ${shellWord(url)}`
  return `${start} --data-raw ${shellWord(Buffer.from(body).toString('utf8'))} ${shellWord(url)}`
}

/** Returns the command with method and headers, without the URL. */
export function curlStart({ method, headers }: Pick<CurlRequest, 'method' | 'headers'>): string {
  const words = headers.map(([name, value]) =>
    name.toLowerCase() === 'authorization'
      ? '-H "Authorization: Bearer $SVCAPP_TOKEN"'
      : `-H ${shellWord(`${name}: ${value}`)}`,
  )
  return ['curl -sS -X', /^[A-Z]+$/.test(method) ? method : shellWord(method), ...words].join(' ')
}
