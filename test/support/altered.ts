import type { Send } from '../../src/http/wire.ts'

/** Returns a transport that replaces responses at one path, like a faulty platform or proxy. The request itself is still sent. */
export function alteredAt(path: string, send: Send, body: (arrived: Record<string, unknown>) => unknown): Send {
  return async (request) => {
    const response = await send(request)
    if (request.url.pathname !== path) return response
    const arrived = JSON.parse(Buffer.from(response.body).toString('utf8')) as Record<string, unknown>
    return { ...response, body: Buffer.from(JSON.stringify(body(arrived))) }
  }
}
