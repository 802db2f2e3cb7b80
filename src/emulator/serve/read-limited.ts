import type { IncomingHttpHeaders } from 'node:http'

export interface LimitedRequest {
  readonly request: Request
  /** The body exceeded the limit and was omitted. `Content-Length` still shows its length. */
  readonly isCut: boolean
}

/**
 * Returns the request with its whole body if that has at most `limit` bytes, otherwise without it. A stated
 * length is trusted, because node:http enforces it. A chunked body is counted, and nothing above the limit is
 * kept. Reading it here means that a sender's disconnect rejects here and does not look like a bug later.
 */
export async function readLimited(
  request: Request,
  headers: IncomingHttpHeaders,
  limit: number,
): Promise<LimitedRequest> {
  const { 'content-length': stated, 'transfer-encoding': chunked } = headers
  const { method, url } = request
  if (Number(stated ?? 0) > limit)
    return { request: new Request(url, { method, headers: request.headers }), isCut: true }
  if (method === 'GET' || method === 'HEAD' || (chunked === undefined && Number(stated ?? 0) === 0)) {
    return { request, isCut: false }
  }
  const body = stated === undefined ? await readChunks(request, limit) : await request.arrayBuffer()
  if (body !== null) return { request: new Request(url, { method, headers: request.headers, body }), isCut: false }
  const capped = new Headers(request.headers)
  capped.set('Content-Length', String(limit + 1))
  return { request: new Request(url, { method, headers: capped }), isCut: true }
}

/** Limit of discarded bytes before the sender of an endless body is disconnected. */
const MAX_DISCARDED_BYTES = 64 * 1024 * 1024

/** Returns null for a body that is too long. The rest is read and discarded, so that its sender reads the response. */
async function readChunks({ body }: Request, limit: number): Promise<Uint8Array<ArrayBuffer> | null> {
  let chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength
    if (size > MAX_DISCARDED_BYTES) return null
    if (size > limit) chunks = []
    else chunks.push(chunk)
  }
  return size > limit ? null : Buffer.concat(chunks)
}
