import type { IncomingHttpHeaders } from 'node:http'

export interface LimitedRequest {
  readonly request: Request
  /** The body was longer than allowed and was left out; `Content-Length` still says that it was there. */
  readonly isCut: boolean
}

/**
 * The request with its whole body, when that has at most `limit` bytes, and without it otherwise. A stated length is believed (node:http holds the sender
 * to it); a chunked body is counted, and nothing above the limit is kept. It is read here, so that a sender who breaks off causes a rejection here and
 * does not look like a bug further on.
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

/** How much of an endless body is thrown away before its sender is cut off. */
const MAX_DISCARDED_BYTES = 64 * 1024 * 1024

/** Null for a body that is too long. Its rest is read and thrown away, so that its sender comes to read the answer. */
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
