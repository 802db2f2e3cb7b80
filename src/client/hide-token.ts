import type { WireResponse } from '../http/wire.ts'
import { redactSecrets } from '../protocol/redact.ts'

/**
 * The answer without the token of the request: a platform or proxy that sends it back must not get it into an output, a file or an error. Only its ids stay
 * readable. Any other byte is as it arrived.
 */
export function hideToken(response: WireResponse, token: string): WireResponse {
  const body = Buffer.from(response.body.buffer, response.body.byteOffset, response.body.byteLength)
  const isInHeaders = Object.values(response.headers).some((value) => value.includes(token))
  const isInBody = body.includes(token)
  if (!isInHeaders && !isInBody) return response
  const mask = redactSecrets(token, [token])
  const headers = Object.fromEntries(
    Object.entries(response.headers).map(([name, value]) => [name, value.replaceAll(token, () => mask)]),
  )
  return { ...response, headers, body: isInBody ? withMask(body, { token, mask }) : response.body }
}

/** By bytes and not as text, so that a body that is not UTF-8 stays what it is. */
function withMask(body: Buffer, { token, mask }: { token: string; mask: string }): Uint8Array {
  const latin = Buffer.from(mask, 'utf8').toString('latin1')
  return Buffer.from(
    body.toString('latin1').replaceAll(token, () => latin),
    'latin1',
  )
}
