import { replaceBytes } from '../http/bytes.ts'
import type { WireResponse } from '../http/wire.ts'
import { redactSecrets } from '../protocol/redact.ts'

const encoder = new TextEncoder()

/**
 * Removes the request's token from the response: a platform or proxy that echoes it must not get it
 * into an output, a file or an error. Only its ids stay readable. All other bytes are unchanged.
 */
export function hideToken(response: WireResponse, token: string): WireResponse {
  const isInHeaders = Object.values(response.headers).some((value) => value.includes(token))
  const mask = redactSecrets(token, [token])
  const body = replaceBytes(response.body, encoder.encode(token), encoder.encode(mask))
  if (!isInHeaders && body === response.body) return response
  const headers = Object.fromEntries(
    Object.entries(response.headers).map(([name, value]) => [name, value.replaceAll(token, () => mask)]),
  )
  return { ...response, headers, body }
}
