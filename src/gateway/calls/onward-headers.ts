import type { IncomingMessage } from 'node:http'

import { traceHeaderNames } from '../../http/trace-context.ts'
import { endToEndHeaders } from '../headers.ts'

interface OnwardInput {
  /** Host and port of the platform. */
  readonly host: string
  /** True if the gateway reads the response, which therefore must not be compressed. */
  readonly isRead: boolean
}

/**
 * Returns header names and values, alternating, of a call to the platform. Without trace headers: a
 * trace stays between the app and this gateway (docs/decisions/0045).
 */
export function onwardHeaders({ rawHeaders, headers }: IncomingMessage, { host, isRead }: OnwardInput): string[] {
  const left = ['host', 'expect', ...traceHeaderNames, ...(isRead ? ['accept-encoding'] : [])]
  const framing = headers['transfer-encoding'] === undefined ? [] : ['Transfer-Encoding', 'chunked']
  return ['Host', host, ...endToEndHeaders(rawHeaders, left), ...framing]
}
