import { createHash } from 'node:crypto'

/** Removes the code from the address bar and the history entry (T3). */
const script = "history.replaceState(null, '', location.pathname)"

/** Inline, because the page may load nothing, not even from this server. */
const style = `
:root { color-scheme: light dark; font: 16px/1.55 system-ui, sans-serif; }
body { margin: 0; min-height: 100vh; display: grid; place-content: center; padding: 1.5rem; text-align: center; }
h1 { font-size: 1.6rem; letter-spacing: -.02em; margin: 0 0 .4rem; } p { margin: 0; opacity: .75; max-width: 30rem; }
b { display: grid; place-items: center; justify-self: center; width: 3.5rem; height: 3.5rem; margin-bottom: 1rem; border-radius: .75rem; background: light-dark(#e9ecfe, #222a4a); color: light-dark(#4657d8, #9aa8ff); font-size: 1.5rem; }
`

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** Headers of every response of the listener: nothing is cached, nothing is loaded, no address leaves the page (T3, RFC 9700 section 4.2.4). */
export const returnHeaders: Readonly<Record<string, string>> = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': `default-src 'none'; script-src ${hashOf(script)}; style-src ${hashOf(style)}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  Connection: 'close',
}

/** Returns a page with our own text and the app's name, and nothing from the request. */
export function returnPage(title: string, text: string, appName: string): string {
  const letter = String.fromCodePoint(appName.trim().codePointAt(0) ?? 63).toUpperCase()
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${inHtml(title)}</title>
<script>${script}</script>
<style>${style}</style>
<b aria-hidden="true">${inHtml(letter)}</b>
<h1>${inHtml(title)}</h1>
<p>${text}</p>
</html>
`
}

function inHtml(text: string): string {
  return text.replace(/[&<>"]/g, (one) => `&#${one.charCodeAt(0)};`)
}
