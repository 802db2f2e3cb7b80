import { createHash } from 'node:crypto'

/** Takes the code out of the address bar and the history entry (T3). */
const script = "history.replaceState(null, '', location.pathname)"

const scriptHash = createHash('sha256').update(script).digest('base64')

/** Headers of every answer of the listener: nothing is cached, nothing is loaded, no address leaves the page (T3, RFC 9700 section 4.2.4). */
export const returnHeaders: Readonly<Record<string, string>> = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': `default-src 'none'; script-src 'sha256-${scriptHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  Connection: 'close',
}

/** A page of our own words only: nothing of the request is ever shown. */
export function returnPage(title: string, text: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>${title}</title>
<script>${script}</script>
<h1>${title}</h1>
<p>${text}</p>
</html>
`
}
