import { html } from 'hono/html'

import { money } from '../../pages/money.ts'
import type { Html } from '../../pages/page.ts'
import { pager, pageStart } from '../../pages/pager.ts'
import { storefrontBlocks } from '../../panel/slots.ts'
import { homeOf, notSold, storefrontPage, type StorefrontVisit } from '../visit.ts'
import { listCategories, descriptionOf, withDescendants, type ShownCategory } from './categories.ts'
import { picture } from './picture.ts'
import { splitParagraphs } from './plain-text.ts'
import { categoryProducts, regionProducts, type ListedProduct, type ProductRange } from './products.ts'

const PAGE_SIZE = 24

/** Shows the region's products, its categories, and the blocks of the apps installed there. */
export function homePage(visit: StorefrontVisit, url: URL): Promise<Response> {
  const found = regionProducts(visit.db, range(visit, url))
  const blocks = storefrontBlocks(visit.context, visit)
  return storefrontPage(visit, {
    ...blocks.needs(),
    title: visit.store.name,
    width: 'wide',
    body: html`<p class="lead">Prices in ${visit.region.currencyCode}, without tax. You are never charged.</p>
      ${shelves(visit, { url, found, current: null, empty: nothingSold(visit) })} ${blocks.body}`,
  })
}

/** Shows the region's products of a category and its descendants, or 404 if the region lacks the category. */
export function categoryPage(visit: StorefrontVisit, url: URL, id: number): Promise<Response> {
  const all = listCategories(visit)
  const category = all.find((one) => one.id === id)
  if (category === undefined) return notSold(visit)
  const found = categoryProducts(visit.db, withDescendants(all, id), range(visit, url))
  const description = descriptionOf(visit.db, visit, id)
  return storefrontPage(visit, {
    title: category.name,
    width: 'wide',
    body: html`<div class="lead">
        ${splitParagraphs(description ?? '').map((text) => html`<p>${text}</p>`)}
        <p>Prices in ${visit.region.currencyCode}, without tax.</p>
      </div>
      ${shelves(visit, { url, found, current: category, empty: 'This category has no products yet.' })}`,
  })
}

/** Reads one product more than a page shows, to detect a next page. */
function range({ region }: StorefrontVisit, url: URL): ProductRange {
  return { regionId: region.id, below: pageStart(url), limit: PAGE_SIZE + 1 }
}

function nothingSold({ store, region }: StorefrontVisit): Html {
  return html`No products in ${region.code} yet. A product needs a price in ${region.currencyCode} and must be
    published. Create one:
    <code>app emulator product create --store ${store.code} --name Lamp --price ${region.code}=100</code>`
}

interface Shelves {
  readonly url: URL
  /** Products of a page, and one more if there is a next page. */
  readonly found: readonly ListedProduct[]
  readonly current: ShownCategory | null
  readonly empty: string | Html
}

function shelves(visit: StorefrontVisit, { url, found, current, empty }: Shelves): Html {
  const shown = found.slice(0, PAGE_SIZE)
  const last = found.length > PAGE_SIZE ? (shown.at(-1)?.id ?? null) : null
  return html`<div class="shop">
    ${categoryLinks(visit, current)}
    <div class="grow">
      ${
        shown.length === 0
          ? html`<p class="card empty">${empty}</p>`
          : html`<ul class="grid products">
              ${shown.map((product) => card(visit, product))}
            </ul>`
      }
      ${pager(url, last)}
    </div>
  </div>`
}

function categoryLinks(visit: StorefrontVisit, current: ShownCategory | null): Html | '' {
  const all = listCategories(visit)
  if (all.length === 0) return ''
  const known = new Set(all.map(({ id }) => id))
  const below = Map.groupBy(all, ({ parentId }) => (parentId !== null && known.has(parentId) ? parentId : null))
  const listOf = (parentId: number | null): Html | '' => {
    const children = below.get(parentId)
    if (children === undefined) return ''
    return html`<ul>
      ${children.map(
        ({ id, name }) =>
          html`<li>
            <a href="${homeOf(visit)}/categories/${id}" ${id === current?.id ? html`aria-current="page"` : ''}
              >${name}</a
            >
            ${listOf(id)}
          </li>`,
      )}
    </ul>`
  }
  return html`<nav class="categories" aria-label="Categories">${listOf(null)}</nav>`
}

function card(visit: StorefrontVisit, product: ListedProduct): Html {
  return html`<li class="card">
    ${picture(visit, product)}
    <a class="name" href="${homeOf(visit)}/products/${product.id}">${product.name}</a>
    <p class="price">${money(product.price, visit.region)}</p>
  </li>`
}
