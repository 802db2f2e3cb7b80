import type { Env, Hono } from 'hono'

import { sheetText } from './sheet-text.ts'

/**
 * Serves the files that every page of a site loads: the style sheet, because the pages' policy allows
 * no inline styles, and an icon in the site's color, so that open tabs are easy to tell apart.
 */
export function addPageFiles<E extends Env>(app: Hono<E>, color: string): void {
  app.get('/_style.css', () => file('text/css; charset=utf-8', sheetText()))
  app.get('/_icon.svg', () => file('image/svg+xml', icon(color)))
}

function file(type: string, text: string): Response {
  return new Response(text, {
    headers: {
      'Content-Type': type,
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    },
  })
}

/** Returns the inspector's icon on a background of another color. */
function icon(color: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="9" fill="${color}"/><path d="M5 17h5.5l3-8 5 15 3.2-7H27" fill="none" stroke="#fff" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round"/></svg>`
}
