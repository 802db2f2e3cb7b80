import { scriptAnswer } from '../pages/page.ts'

/** Path of a page whose script detects the cookies that this browser keeps in a cross-site frame. It needs no session and contains no data. */
export const COOKIE_LOOK = '/_third-party'
export const COOKIE_LOOK_SCRIPT = '/_third-party.js'

/** Returns the same listener's origin under a name that makes it another site, or null if the admin is not opened as localhost. */
export function otherSite(admin: string): string | null {
  const url = new URL(admin)
  if (url.hostname !== 'localhost') return null
  url.hostname = '127.0.0.1'
  return url.origin
}

export function cookieLook(admin: string): Response {
  const body = `<!doctype html><html lang="en"><title>Cookies</title><script src="${COOKIE_LOOK_SCRIPT}"></script></html>`
  return new Response(body, {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      'Content-Security-Policy': `default-src 'none'; script-src 'self'; base-uri 'none'; frame-ancestors ${admin}`,
    },
  })
}

/** Both cookies are deleted before the result is sent. */
const script = `
const keeps = (name, more) => {
  const rest = '; Path=/_third-party; Secure; SameSite=None' + more
  document.cookie = name + '=1' + rest
  const isKept = document.cookie.includes(name + '=1')
  document.cookie = name + '=; Max-Age=0' + rest
  return isKept
}
const kept = keeps('svcapp_look', '') ? 'all' : keeps('svcapp_look_partitioned', '; Partitioned') ? 'partitioned' : 'none'
parent.postMessage({ type: 'preview:cookies', kept }, '*')
`

export function cookieLookScript(): Response {
  return scriptAnswer(script)
}
