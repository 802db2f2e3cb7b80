import type { Html } from './html.ts'

type Headers = Readonly<Record<string, string>>

export function htmlResponse({ text }: Html, status = 200, headers: Headers = {}): Response {
  return new Response(text, { status, headers: { 'Content-Type': 'text/html; charset=utf-8', ...headers } })
}

export function textResponse(text: string, status = 200, headers: Headers = {}): Response {
  return new Response(text, { status, headers: { 'Content-Type': 'text/plain; charset=utf-8', ...headers } })
}

export function jsonResponse(body: object, status = 200): Response {
  return Response.json(body, { status })
}

export function assetResponse(text: string, type: 'text/css' | 'text/javascript'): Response {
  return new Response(text, { headers: { 'Content-Type': `${type}; charset=utf-8` } })
}

export function redirect(to: string, headers: Headers = {}): Response {
  return new Response(null, { status: 303, headers: { Location: to, ...headers } })
}

/** The cookie of this name in a request. */
export function cookieOf(request: Request, name: string): string | null {
  const pairs = (request.headers.get('cookie') ?? '').split(';').map((pair) => pair.trim())
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1) ?? null
}
