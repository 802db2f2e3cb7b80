import type { Send } from '../../src/http/wire.ts'

/** A transport whose answers at one path are others, as of a platform or a proxy that breaks its word. The request itself is made anyway. */
export function alteredAt(path: string, send: Send, body: (arrived: Record<string, unknown>) => unknown): Send {
  return async (request) => {
    const response = await send(request)
    if (request.url.pathname !== path) return response
    const arrived = JSON.parse(Buffer.from(response.body).toString('utf8')) as Record<string, unknown>
    return { ...response, body: Buffer.from(JSON.stringify(body(arrived))) }
  }
}
