import { Buffer } from 'node:buffer'

import type { CallContent } from '../../journal/calls/call-content.ts'
import type { CallRow } from '../../journal/calls/calls.ts'
import { curlCommand } from '../../text/curl.ts'

export interface CallCurl {
  /** For a POSIX shell. It reads the token from $SVCAPP_TOKEN. */
  readonly command: string
  /** False if a part of the call was not stored, so that the command would send a different call. */
  readonly isWhole: boolean
}

/** Headers of one connection or one program. curl sends its own. */
const notAgain =
  /^(?:host|connection|content-length|transfer-encoding|accept-encoding|accept-language|expect|keep-alive|user-agent|cookie|sec-.*)$/i

interface CurlSource {
  readonly baseUrl: URL
  readonly content: CallContent | null
}

/** Returns the command that repeats a call. */
export function callCurl(
  { method, path, pin }: Pick<CallRow, 'method' | 'path' | 'pin'>,
  { baseUrl, content }: CurlSource,
): CallCurl {
  const url = baseUrl.origin + baseUrl.pathname.replace(/\/$/, '') + path
  if (content === null)
    return { command: curlCommand({ method, url, headers: guessedHeaders(pin), body: null }), isWhole: false }
  const { text, isCut, leftOut } = content.request.body
  const headers = content.request.headers.filter(([name]) => !notAgain.test(name))
  const isAllThere = !isCut && leftOut === null
  const body = text === null || !isAllThere ? null : Buffer.from(text)
  const said = headers.filter(([name]) => !/^authorization$/i.test(name)).map(([, value]) => value)
  return {
    command: curlCommand({ method, url, headers, body }),
    isWhole: isAllThere && ![path, text ?? '', ...said].some((part) => part.includes('…')),
  }
}

/** Returns headers that nearly every call has, for a call whose headers were not stored. */
function guessedHeaders(pin: string | null): [string, string][] {
  return [['Authorization', ''], ...(pin === null ? [] : [['X-Region-Id', pin] as [string, string]])]
}
