import { createHash } from 'node:crypto'

import { html } from 'hono/html'

import type { Html } from '../../pages/page.ts'
import type { StorefrontVisit } from '../visit.ts'

export interface Pictured {
  readonly id: number
  readonly image: string | null
}

/**
 * Shows a product's picture next to its name. A product may contain any URL, so nothing is loaded
 * from other origins: only the store's own files are shown, and a pattern replaces the others.
 */
export function picture({ context, store }: StorefrontVisit, { id, image }: Pictured): Html {
  const own = image === null ? null : ownPath(context.urls().storefront, image)
  return imageOf(own ?? `/${store.code}/media/patterns/${id}.svg`)
}

/** Shows a product's other pictures that are files of the store. */
export function furtherPictures({ context }: StorefrontVisit, images: readonly string[]): Html[] {
  return images.flatMap((image) => {
    const own = ownPath(context.urls().storefront, image)
    return own === null ? [] : [imageOf(own)]
  })
}

function imageOf(src: string): Html {
  return html`<img class="picture" src="${src}" alt="" width="256" height="256" loading="lazy" />`
}

/** Returns the path of a file in this emulator, regardless of the host name in the visitor's URL. */
function ownPath(origin: string, address: string): string | null {
  const url = URL.parse(address, origin)
  return url !== null && url.origin === new URL(origin).origin && /^\/[^/]+\/media\/apps\//.test(url.pathname)
    ? url.pathname
    : null
}

/** Serves circles in one color, always the same for the same text, and plain enough to be shown next to real pictures. */
export function patternAnswer(subject: string): Response {
  const digest = createHash('sha256').update(subject).digest()
  const [hue = 0, ...rest] = digest
  const colour = (lightness: number) => `hsl(${Math.round(hue * 1.4)} 30% ${lightness}%)`
  const circles = [0, 1, 2].map((at) => {
    const [x = 0, y = 0, size = 0] = rest.slice(at * 3)
    return `<circle cx="${x}" cy="${y}" r="${50 + (size >> 2)}" fill="${colour(76 - at * 7)}"/>`
  })
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 256 256" width="256" height="256"><rect width="256" height="256" fill="${colour(86)}"/>${circles.join('')}</svg>`
  return new Response(drawing, {
    headers: {
      'Content-Type': 'image/svg+xml',
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'public, max-age=3600',
      'Cross-Origin-Resource-Policy': 'cross-origin',
    },
  })
}
