import type { ServerResponse } from 'node:http'

/** Headers of every response. There is no `Access-Control-*`, so that no other page can read a response (T4, T7), frame it (T10) or cache it. */
export const ownHeaders = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "img-src 'self' data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
} as const

/** API response before it is written. */
export interface ApiAnswer {
  readonly status: number
  readonly body: unknown
  /** File name under which a browser saves the response. */
  readonly fileName?: string
}

export function writeJson(outgoing: ServerResponse, { status, body, fileName }: ApiAnswer): void {
  const text = Buffer.from(JSON.stringify(body))
  outgoing
    .writeHead(status, {
      ...ownHeaders,
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': text.length,
      ...(fileName !== undefined && { 'Content-Disposition': `attachment; filename="${fileName}"` }),
    })
    .end(text)
}

export interface TextAnswer {
  readonly type: string
  readonly text: string
  readonly status?: number
}

export function writeText(outgoing: ServerResponse, { type, text, status = 200 }: TextAnswer): void {
  const bytes = Buffer.from(text)
  outgoing.writeHead(status, { ...ownHeaders, 'Content-Type': type, 'Content-Length': bytes.length }).end(bytes)
}

/** For a browser that opens an unknown address. */
export const notFoundPage: TextAnswer = {
  status: 404,
  type: 'text/html; charset=utf-8',
  text: `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Page not found · svcapp</title>
<link rel="icon" href="/icon.svg">
<link rel="stylesheet" href="/style.css">
<main class="empty"><h1>Page not found</h1><p>The inspector has no page at this URL.</p><p><a class="button main" href="/">Open the inspector</a></p></main>
</html>
`,
}

/** Returns a body in the format of every error of this tool. */
export function errorBody(code: string, message: string, suggestions: readonly string[] = []): unknown {
  return { error: { code, message, suggestions } }
}
