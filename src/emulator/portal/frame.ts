import { html } from 'hono/html'

import { errorPage, type Html } from '../pages/page.ts'

/** Which site of the platform this is, in the bar of its pages. */
export const site = 'developer portal'

/** The navigation. */
export const bar: Html = html`<nav aria-label="Portal">
  <a href="/">Apps and stores</a>
  <a href="/data">Data</a>
</nav>`

/** A page that says why something is not there or was not done, and leads back. */
export function portalRefusal(title: string, message: string, status: number): Promise<Response> {
  return errorPage({ title, message, status, part: site, bar, back: { href: '/', text: 'Back to the portal' } })
}
