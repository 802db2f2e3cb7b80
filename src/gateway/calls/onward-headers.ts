import type { IncomingMessage } from 'node:http'

import { traceHeaderNames } from '../../http/trace-context.ts'
import { endToEndHeaders } from '../headers.ts'

interface Onward {
  /** Host and port of the platform. */
  readonly host: string
  /** Whether the answer is read here, so that it must not come compressed. */
  readonly isRead: boolean
}

/** Header names and values in turn, as a call goes on to the platform. A trace is a matter between the app and this gateway (docs/decisions/0045). */
export function onwardHeaders({ rawHeaders, headers }: IncomingMessage, { host, isRead }: Onward): string[] {
  const left = ['host', 'expect', ...traceHeaderNames, ...(isRead ? ['accept-encoding'] : [])]
  const framing = headers['transfer-encoding'] === undefined ? [] : ['Transfer-Encoding', 'chunked']
  return ['Host', host, ...endToEndHeaders(rawHeaders, left), ...framing]
}
