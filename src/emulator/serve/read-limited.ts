import type { IncomingHttpHeaders } from 'node:http'

/**
 * The request with its whole body, when that has at most `limit` bytes; null otherwise. A stated length is believed (node:http holds the sender to it);
 * a chunked body is counted. It is read here, so that a sender who breaks off ends here (a rejection) and looks like a bug to nobody behind.
 */
export async function readLimited(
  request: Request,
  headers: IncomingHttpHeaders,
  limit: number,
): Promise<Request | null> {
  const { 'content-length': stated, 'transfer-encoding': chunked } = headers
  if (Number(stated ?? 0) > limit) return null
  const { method, url } = request
  if (method === 'GET' || method === 'HEAD' || (chunked === undefined && Number(stated ?? 0) === 0)) return request
  const body = stated === undefined ? await readChunks(request, limit) : await request.arrayBuffer()
  return body === null ? null : new Request(url, { method, headers: request.headers, body })
}

async function readChunks({ body }: Request, limit: number): Promise<Uint8Array<ArrayBuffer> | null> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength
    if (size > limit) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
