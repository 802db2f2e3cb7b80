import type { IncomingHttpHeaders } from 'node:http'

/**
 * The request, when its body has at most `limit` bytes; null otherwise. A stated length is believed (node:http holds the sender to it); a chunked body
 * is read and counted here.
 */
export async function readLimited(
  request: Request,
  headers: IncomingHttpHeaders,
  limit: number,
): Promise<Request | null> {
  if (headers['content-length'] !== undefined) return Number(headers['content-length']) > limit ? null : request
  if (headers['transfer-encoding'] === undefined || request.body === null) return request
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength
    if (size > limit) return null
    chunks.push(chunk)
  }
  const { method, url } = request
  return new Request(url, { method, headers: request.headers, body: Buffer.concat(chunks) })
}
