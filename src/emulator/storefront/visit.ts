import type { DatabaseSync } from 'node:sqlite'

import { html } from 'hono/html'

import type { Store, StoreRegion } from '../../control/contract.ts'
import type { EmulatorContext } from '../context.ts'
import { errorPage, page, type Page, type Rejection } from '../pages/page.ts'
import type { CartLine } from './cart/carts.ts'

/** One region of a store for one visitor. */
export interface StorefrontVisit {
  readonly context: EmulatorContext
  readonly db: DatabaseSync
  readonly store: Store
  readonly region: StoreRegion
  /** The visitor's cookie, or null before the first cart line. */
  readonly visitor: string | null
  /** Lines of the visitor's cart in this region. */
  readonly cart: readonly CartLine[]
}

/** Returns the path of the region's home page, which is the prefix of all its other pages. */
export function homeOf({ store, region }: Pick<StorefrontVisit, 'store' | 'region'>): string {
  return `/${store.code}/${region.code}`
}

/** Shows a storefront page in the region's language, with the other regions and the cart in the top bar. */
export function storefrontPage(
  visit: StorefrontVisit,
  content: Pick<Page, 'title' | 'body' | 'status' | 'width' | 'frameSrc' | 'scripts'>,
): Promise<Response> {
  return page({ ...content, ...frame(visit) })
}

/** Shows an error with the navigation, so that the visitor can continue. */
export function storefrontError(
  visit: StorefrontVisit,
  refusal: Pick<Rejection, 'title' | 'message' | 'status' | 'back'>,
): Promise<Response> {
  return errorPage({ back: { href: homeOf(visit), text: `Back to ${visit.store.name}` }, ...refusal, ...frame(visit) })
}

export function notSold(visit: StorefrontVisit): Promise<Response> {
  return storefrontError(visit, {
    title: 'Not found',
    message: 'This product is not sold in this region.',
    status: 404,
  })
}

function frame(visit: StorefrontVisit) {
  const { store, region, cart } = visit
  const home = homeOf(visit)
  const pieces = cart.reduce((sum, { quantity }) => sum + quantity, 0)
  const regions = store.regions.map(
    ({ id, code }) =>
      html`<a href="/${store.code}/${code}" ${id === region.id ? html`aria-current="true"` : ''}>${code}</a>`,
  )
  return {
    part: 'storefront',
    language: region.languageCode,
    bar: html`<a class="name shop-name" href="${home}">${store.name}</a>
      <nav aria-label="Regions">${regions}</nav>
      <a class="button cart-link" href="${home}/cart">Cart${pieces === 0 ? '' : ` (${pieces})`}</a>`,
  }
}
