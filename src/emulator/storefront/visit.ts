import type { DatabaseSync } from 'node:sqlite'

import { html } from 'hono/html'

import type { Store, StoreRegion } from '../../control/contract.ts'
import { errorPage, page, type Page, type Refusal } from '../pages/page.ts'
import type { World } from '../world.ts'
import type { CartLine } from './cart/carts.ts'

/** One region of a store as one visitor sees it. */
export interface StorefrontVisit {
  readonly world: World
  readonly db: DatabaseSync
  readonly store: Store
  readonly region: StoreRegion
  /** Who asks, by their cookie; null for who has put nothing into a cart yet. */
  readonly visitor: string | null
  /** What is in their cart here. */
  readonly cart: readonly CartLine[]
}

/** Path of the region's home page; all its other pages are below it. */
export function homeOf({ store, region }: Pick<StorefrontVisit, 'store' | 'region'>): string {
  return `/${store.code}/${region.code}`
}

/** A page of the storefront: in the region's language, with the other regions and the cart in the bar on top. */
export function storefrontPage(
  visit: StorefrontVisit,
  content: Pick<Page, 'title' | 'body' | 'status' | 'width' | 'frameSrc' | 'scripts'>,
): Promise<Response> {
  return page({ ...content, ...frame(visit) })
}

/** A refusal with the navigation, so that the visitor can go on. */
export function storefrontError(
  visit: StorefrontVisit,
  refusal: Pick<Refusal, 'title' | 'message' | 'status' | 'back'>,
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
