import type { Html } from './html.ts'

export function htmlAnswer({ text }: Html, status = 200, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(text, { status, headers: { 'Content-Type': 'text/html; charset=utf-8', ...headers } })
}

export function textAnswer(text: string, status = 200): Response {
  return new Response(text, { status, headers: { 'Content-Type': 'text/plain; charset=utf-8' } })
}

export function jsonAnswer(body: object, status = 200): Response {
  return Response.json(body, { status })
}

export function scriptAnswer(text: string): Response {
  return new Response(text, { headers: { 'Content-Type': 'text/javascript; charset=utf-8' } })
}

export function redirect(to: string, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(null, { status: 303, headers: { Location: to, ...headers } })
}

/** The cookie of this name that a request brings, or null. */
export function cookieOf(request: Request, name: string): string | null {
  const pairs = (request.headers.get('cookie') ?? '').split(';').map((pair) => pair.trim())
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1) ?? null
}

/** What every answer says to browsers: pages in the frame may be framed by the store admin, and nothing else by anybody. */
export function withHeaders(
  answer: Response,
  { path, admin }: { readonly path: string; readonly admin: string },
): Response {
  const isFramed = /^\/(panel|slots)(\/|$)/.test(path)
  const scripts = isFramed ? "script-src 'self'; connect-src 'self'; " : ''
  const framers = isFramed ? admin : "'none'"
  const headers = new Headers(answer.headers)
  headers.set(
    'Content-Security-Policy',
    `default-src 'none'; style-src 'self'; ${scripts}base-uri 'none'; form-action 'self'; frame-ancestors ${framers}`,
  )
  headers.set('Referrer-Policy', 'no-referrer')
  headers.set('X-Content-Type-Options', 'nosniff')
  headers.set('Cache-Control', 'no-store')
  return new Response(answer.body, { status: answer.status, headers })
}
