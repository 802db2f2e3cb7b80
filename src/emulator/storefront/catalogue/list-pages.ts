import { html } from 'hono/html'

import { money } from '../../pages/money.ts'
import type { Html } from '../../pages/page.ts'
import { pager, pageStart } from '../../pages/pager.ts'
import { storefrontBlocks } from '../../panel/slots.ts'
import { homeOf, notSold, shopPage, type Shop } from '../shop.ts'
import { categoriesOf, descriptionOf, withDescendants, type ShownCategory } from './categories.ts'
import { picture } from './picture.ts'
import { paragraphsOf } from './plain-text.ts'
import { categoryProducts, regionProducts, type ListedProduct, type ProductRange } from './products.ts'

const PAGE_SIZE = 24

/** What the region sells, its categories, and the blocks of the apps that are installed here. */
export function homePage(shop: Shop, url: URL): Promise<Response> {
  const found = regionProducts(shop.db, range(shop, url))
  const blocks = storefrontBlocks(shop.world, shop)
  return shopPage(shop, {
    ...blocks.needs(),
    title: shop.store.name,
    width: 'wide',
    body: html`<p class="lead">Prices in ${shop.region.currencyCode}, without tax. Nobody is ever charged.</p>
      ${shelves(shop, { url, found, current: null, empty: nothingSold(shop) })} ${blocks.body}`,
  })
}

/** What the region sells of a category and those below it; 404 for one that the region does not have. */
export function categoryPage(shop: Shop, url: URL, id: number): Promise<Response> {
  const all = categoriesOf(shop)
  const category = all.find((one) => one.id === id)
  if (category === undefined) return notSold(shop)
  const found = categoryProducts(shop.db, withDescendants(all, id), range(shop, url))
  const description = descriptionOf(shop.db, shop, id)
  return shopPage(shop, {
    title: category.name,
    width: 'wide',
    body: html`<div class="lead">
        ${paragraphsOf(description ?? '').map((text) => html`<p>${text}</p>`)}
        <p>Prices in ${shop.region.currencyCode}, without tax.</p>
      </div>
      ${shelves(shop, { url, found, current: category, empty: 'This category has no products yet.' })}`,
  })
}

/** One more than a page shows, to know whether it goes on. */
function range({ region }: Shop, url: URL): ProductRange {
  return { regionId: region.id, below: pageStart(url), limit: PAGE_SIZE + 1 }
}

function nothingSold({ store, region }: Shop): Html {
  return html`Nothing is sold in ${region.code} yet. A product is here once it is published and has a price in
    ${region.currencyCode}: <code>app emulator product create --store ${store.code}</code>`
}

interface Shelves {
  readonly url: URL
  /** A page, and one more where it goes on. */
  readonly found: readonly ListedProduct[]
  readonly current: ShownCategory | null
  readonly empty: string | Html
}

function shelves(shop: Shop, { url, found, current, empty }: Shelves): Html {
  const shown = found.slice(0, PAGE_SIZE)
  const last = found.length > PAGE_SIZE ? (shown.at(-1)?.id ?? null) : null
  return html`<div class="shop">
    ${categoryLinks(shop, current)}
    <div class="grow">
      ${
        shown.length === 0
          ? html`<p class="card empty">${empty}</p>`
          : html`<ul class="grid products">
              ${shown.map((product) => card(shop, product))}
            </ul>`
      }
      ${pager(url, last)}
    </div>
  </div>`
}

function categoryLinks(shop: Shop, current: ShownCategory | null): Html | '' {
  const all = categoriesOf(shop)
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
            <a href="${homeOf(shop)}/categories/${id}" ${id === current?.id ? html`aria-current="page"` : ''}
              >${name}</a
            >
            ${listOf(id)}
          </li>`,
      )}
    </ul>`
  }
  return html`<nav class="categories" aria-label="Categories">${listOf(null)}</nav>`
}

function card(shop: Shop, product: ListedProduct): Html {
  return html`<li class="card">
    ${picture(shop, product)}
    <a class="name" href="${homeOf(shop)}/products/${product.id}">${product.name}</a>
    <p class="price">${money(product.price, shop.region.currencyCode)}</p>
  </li>`
}
