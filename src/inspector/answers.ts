import type { ServerResponse } from 'node:http'

/** Headers of every answer. Without any `Access-Control-*`: no other page may read an answer (T4, T7), frame it (T10) or keep it. */
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

/** An answer of the API before it is written. */
export interface ApiAnswer {
  readonly status: number
  readonly body: unknown
  /** The name under which a browser saves the answer as a file. */
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

export function writeText(outgoing: ServerResponse, { type, text }: { readonly type: string; readonly text: string }) {
  const bytes = Buffer.from(text)
  outgoing.writeHead(200, { ...ownHeaders, 'Content-Type': type, 'Content-Length': bytes.length }).end(bytes)
}

/** The body in the shape of every error of this tool. */
export function errorBody(code: string, message: string, suggestions: readonly string[] = []): unknown {
  return { error: { code, message, suggestions } }
}
