import { html } from 'hono/html'

import { errorPage, type Html } from '../pages/page.ts'

/** Name of this site in the bar of its pages. */
export const site = 'developer portal'

/** Navigation for the apps and stores pages, the data pages, and the error pages. */
export const bars = { apps: barAt('/'), data: barAt('/data'), none: barAt(null) } as const

function barAt(current: string | null): Html {
  const link = (href: string, text: string) =>
    html`<a href="${href}" ${href === current ? html`aria-current="page"` : ''}>${text}</a>`
  return html`<nav aria-label="Portal">${link('/', 'Apps and stores')} ${link('/data', 'Data')}</nav>`
}

/** Shows a page that explains why something is missing or was not done, with a link back. */
export function portalRejection(title: string, message: string, status: number): Promise<Response> {
  return errorPage({
    title,
    message,
    status,
    part: site,
    bar: bars.none,
    back: { href: '/', text: 'Back to the portal' },
  })
}
