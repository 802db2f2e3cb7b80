import { curlCommand, curlStart } from '../../text/curl.ts'
import { shellWord } from '../../text/shell.ts'
import type { SentFile } from '../input/request-input.ts'

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
  const asked = { method, url, headers: Object.entries(headers), body: body === null ? null : Buffer.from(body) }
  return file === undefined
    ? curlCommand(asked)
    : `${curlStart(asked)} -F ${shellWord(formPart(file))} ${shellWord(url)}`
}

/** In double quotes, so that a name with a comma or semicolon is one. */
function formPart({ field, path, type }: SentFile): string {
  return `${field}=@"${path.replaceAll(/["\\]/g, String.raw`\$&`)}";type=${type};filename=upload`
}
