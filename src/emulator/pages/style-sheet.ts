import { sheetText } from './sheet-text.ts'

/** The one style sheet of all pages: loaded from the page's own origin, so that no page needs inline styles (its CSP allows none). */
export function styleSheet(): Response {
  return new Response(sheetText(), {
    headers: { 'Content-Type': 'text/css; charset=utf-8', 'Cache-Control': 'no-store' },
  })
}
