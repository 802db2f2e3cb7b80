import { isPlainText, printfWord, shellWord } from '../values/shell.ts'
import type { SentFile } from './special-call.ts'

/** A request as it is shown: the token masked. */
export interface ShownRequest {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** Null where there is none, and where it is a form with a file. */
  readonly body: string | null
  readonly file?: SentFile
}

/**
 * The request as one command for a POSIX shell. The token is read from $SVCAPP_TOKEN when the command runs; every other word is quoted, so nothing in it can
 * run anything.
 */
export function shellCommand({ method, url, headers, body, file }: ShownRequest): string {
  const words = Object.entries(headers).map(([name, value]) =>
    name === 'Authorization' ? '-H "Authorization: Bearer $SVCAPP_TOKEN"' : `-H ${shellWord(`${name}: ${value}`)}`,
  )
  const start = ['curl -sS -X', method, ...words].join(' ')
  if (file !== undefined) return `${start} -F ${shellWord(formPart(file))} ${shellWord(url)}`
  if (body === null) return `${start} ${shellWord(url)}`
  const bytes = Buffer.from(body)
  // --data-raw: a body that starts with @ is no file name. What a terminal or a shell would change goes through printf.
  if (isPlainText(bytes)) return `${start} --data-raw ${shellWord(body)} ${shellWord(url)}`
  return `printf ${printfWord(bytes)} | ${start} --data-binary @- ${shellWord(url)}`
}

/** In double quotes, so that a name with a comma or semicolon is one. */
function formPart({ field, path, type }: SentFile): string {
  return `${field}=@"${path.replaceAll(/["\\]/g, String.raw`\$&`)}";type=${type};filename=upload`
}
