/** The bytes of a request's body, or null when there are more than `limit`; reading stops there. */
export async function readBody(request: Request, limit: number): Promise<Uint8Array | null> {
  const declared = request.headers.get('content-length')
  if (declared !== null) return Number(declared) > limit ? null : readWhole(request, limit)
  if (request.body === null) return new Uint8Array()
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body) {
    size += chunk.length
    if (size > limit) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** The server lets no more through than was declared. A stream would cost more memory than all else that a delivery needs. */
async function readWhole(request: Request, limit: number): Promise<Uint8Array | null> {
  const body = new Uint8Array(await request.arrayBuffer())
  return body.length > limit ? null : body
}
