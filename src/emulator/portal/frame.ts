import { html } from 'hono/html'

import { errorPage, type Html } from '../pages/page.ts'

/** Which site of the platform this is, in the bar of its pages. */
export const site = 'developer portal'

/** The navigation on a page of apps and stores, of data, and on an error page. */
export const bars = { apps: barAt('/'), data: barAt('/data'), none: barAt(null) } as const

function barAt(current: string | null): Html {
  const link = (href: string, text: string) =>
    html`<a href="${href}" ${href === current ? html`aria-current="page"` : ''}>${text}</a>`
  return html`<nav aria-label="Portal">${link('/', 'Apps and stores')} ${link('/data', 'Data')}</nav>`
}

/** A page that says why something is not there or was not done, and leads back. */
export function portalRefusal(title: string, message: string, status: number): Promise<Response> {
  return errorPage({
    title,
    message,
    status,
    part: site,
    bar: bars.none,
    back: { href: '/', text: 'Back to the portal' },
  })
}
