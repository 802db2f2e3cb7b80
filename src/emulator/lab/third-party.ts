import { scriptAnswer } from '../pages/page.ts'

/** A page and its script that find out which cookies this browser keeps in a frame of another site. They need no session and hold no data. */
export const COOKIE_LOOK = '/_third-party'
export const COOKIE_LOOK_SCRIPT = '/_third-party.js'

/** The same listener under a name that makes it another site than the admin; null where the admin is not opened as localhost. */
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

/** Both cookies are gone again before the answer goes out. */
const script = `
const keeps = (name, more) => {
  const rest = '; Path=/_third-party; Secure; SameSite=None' + more
  document.cookie = name + '=1' + rest
  const isKept = document.cookie.includes(name + '=1')
  document.cookie = name + '=; Max-Age=0' + rest
  return isKept
}
const kept = keeps('svcapp_look', '') ? 'all' : keeps('svcapp_look_partitioned', '; Partitioned') ? 'partitioned' : 'none'
parent.postMessage({ type: 'lab:cookies', kept }, '*')
`

export function cookieLookScript(): Response {
  return scriptAnswer(script)
}
