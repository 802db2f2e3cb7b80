import { rawJson } from '../../text/json.ts'
import type { Html } from './html.ts'

type Headers = Readonly<Record<string, string>>

export function htmlResponse({ text }: Html, status = 200, headers: Headers = {}): Response {
  return new Response(text, { status, headers: { 'Content-Type': 'text/html; charset=utf-8', ...headers } })
}

export function textResponse(text: string, status = 200, headers: Headers = {}): Response {
  return new Response(text, { status, headers: { 'Content-Type': 'text/plain; charset=utf-8', ...headers } })
}

export function jsonResponse(body: object, status = 200): Response {
  // Ids beyond 2^53 are read as bigint, and JSON can express them only as digits.
  const text = JSON.stringify(body, (_, value: unknown) => (typeof value === 'bigint' ? rawJson(String(value)) : value))
  return new Response(text, { status, headers: { 'Content-Type': 'application/json' } })
}

export function assetResponse(text: string, type: 'text/css' | 'text/javascript'): Response {
  return new Response(text, { headers: { 'Content-Type': `${type}; charset=utf-8` } })
}

export function redirect(to: string, headers: Headers = {}): Response {
  return new Response(null, { status: 303, headers: { Location: to, ...headers } })
}

/** Returns the cookie of this name in a request. */
export function cookieOf(request: Request, name: string): string | null {
  const pairs = (request.headers.get('cookie') ?? '').split(';').map((pair) => pair.trim())
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1) ?? null
}
