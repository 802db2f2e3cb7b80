import { curlCommand, curlStart } from '../../text/curl.ts'
import { shellWord } from '../../text/shell.ts'
import type { SentFile } from '../input/request-input.ts'

/** A request for display, with the token masked. */
export interface ShownRequest {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** Null without a body, and for a form with a file. */
  readonly body: string | null
  readonly file?: SentFile
}

/**
 * Returns the request as one POSIX shell command. The token is read from $SVCAPP_TOKEN when the
 * command runs. Every other word is quoted, so no value can run a command.
 */
export function shellCommand({ method, url, headers, body, file }: ShownRequest): string {
  const asked = { method, url, headers: Object.entries(headers), body: body === null ? null : Buffer.from(body) }
  return file === undefined
    ? curlCommand(asked)
    : `${curlStart(asked)} -F ${shellWord(formPart(file))} ${shellWord(url)}`
}

/** In double quotes, so that a name may contain a comma or semicolon. */
function formPart({ field, path, type }: SentFile): string {
  return `${field}=@"${path.replaceAll(/["\\]/g, String.raw`\$&`)}";type=${type};filename=upload`
}
