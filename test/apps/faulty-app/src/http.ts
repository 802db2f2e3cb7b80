import type { IncomingMessage, ServerResponse } from 'node:http'

/** A request. */
export interface Visit {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly cookies: ReadonlyMap<string, string>
  readonly request: IncomingMessage
}

export interface Answer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string | readonly string[]>>
  readonly body?: string | Buffer
}

export function readVisit(request: IncomingMessage): Visit {
  const url = new URL(request.url ?? '/', 'http://app')
  const pairs = (request.headers.cookie ?? '').split(/; */).map((pair): [string, string] => {
    const at = pair.indexOf('=')
    return [pair.slice(0, at), pair.slice(at + 1)]
  })
  const { method = 'GET' } = request
  return { method, path: url.pathname, query: url.searchParams, cookies: new Map(pairs), request }
}

export function send(response: ServerResponse, { status, headers = {}, body = '' }: Answer): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
  response.writeHead(status).end(body)
}

/** The bytes of the body, or null when there are more than `limit`. */
export async function readBody(request: IncomingMessage, limit: number): Promise<Buffer | null> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > limit) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

export function redirect(to: string, headers: Answer['headers'] = {}): Answer {
  return { status: 303, headers: { ...headers, Location: to } }
}

export function json(status: number, value: unknown): Answer {
  return { status, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(value) }
}
