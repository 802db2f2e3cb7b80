import { isPlainText, printfWord, shellWord } from '../values/shell.ts'

/** A request as it is shown: the token masked. */
export interface ShownRequest {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
}

/**
 * The request as one command for a POSIX shell. The token is read from $SVCAPP_TOKEN when the command runs; every other word is quoted, so nothing in it can
 * run anything.
 */
export function shellCommand({ method, url, headers, body }: ShownRequest): string {
  const words = Object.entries(headers).map(([name, value]) =>
    name === 'Authorization' ? '-H "Authorization: Bearer $SVCAPP_TOKEN"' : `-H ${shellWord(`${name}: ${value}`)}`,
  )
  const start = ['curl -sS -X', method, ...words].join(' ')
  if (body === null) return `${start} ${shellWord(url)}`
  const bytes = Buffer.from(body)
  // --data-raw: a body that starts with @ is no file name. What a terminal or a shell would change goes through printf.
  if (isPlainText(bytes)) return `${start} --data-raw ${shellWord(body)} ${shellWord(url)}`
  return `printf ${printfWord(bytes)} | ${start} --data-binary @- ${shellWord(url)}`
}
