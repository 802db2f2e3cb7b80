/** Who can frame a page: the store admin, the installs' storefronts, or no site. */
export type FramedBy = 'admin' | 'storefronts' | 'nobody'

export type CspSource = 'img-src' | 'font-src' | 'connect-src' | 'script-src' | 'style-src'

/** Sources that the app adds to the policy. */
export type Csp = Readonly<Partial<Record<CspSource, string>>>

export interface HeaderFacts {
  /** Origins that can frame the page and whose scripts it can then run. */
  readonly framers: readonly string[]
  readonly csp: Csp
}

/** Adds the security headers of every response. Pages cannot replace them. */
export function withSecurityHeaders(response: Response, { framers, csp }: HeaderFacts): Response {
  const isFramed = framers.length > 0
  const sources: Readonly<Record<string, string>> = {
    ...csp,
    'style-src': join("'self'", csp['style-src']),
    ...(isFramed && {
      'script-src': join("'self'", csp['script-src']),
      'connect-src': join("'self'", csp['connect-src']),
    }),
  }
  const policy = [
    "default-src 'none'",
    ...Object.entries(sources).map(([name, value]) => `${name} ${value}`),
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${isFramed ? framers.join(' ') : "'none'"}`,
  ]
  const headers = new Headers(response.headers)
  headers.set('Content-Security-Policy', policy.join('; '))
  headers.delete('X-Frame-Options')
  headers.set('Referrer-Policy', 'no-referrer')
  headers.set('X-Content-Type-Options', 'nosniff')
  headers.set('Cache-Control', 'no-store')
  return new Response(response.body, { status: response.status, headers })
}

function join(own: string, more: string | undefined): string {
  return more === undefined ? own : `${own} ${more}`
}
