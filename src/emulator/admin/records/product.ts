import { html } from 'hono/html'

import type { ProductOperation } from '../../../control/store-contract.ts'
import { integerOrNull, iso, text, textOrNull, type Row } from '../../../storage/columns.ts'
import { factList } from '../../pages/facts.ts'
import { money } from '../../pages/money.ts'
import { instant, page, type Html } from '../../pages/page.ts'
import { detailSlots } from '../../panel/slots.ts'
import { findApp } from '../../platform/apps.ts'
import { productOperationWords } from '../../store/operation-words.ts'
import type { World } from '../../world.ts'
import { productStatus, statusBadge } from '../status-badge.ts'
import { visitFrame, type AdminVisit } from '../visit.ts'
import { categoryPath } from './category-path.ts'
import { findProduct, type FoundProduct } from './find-product.ts'
import { productPicture } from './pictures.ts'
import { pricesTable, stockTable, variantsTable } from './product-tables.ts'

/** One product of the store; a deleted one is 404. */
export function productRecord(visit: AdminVisit, idText: string): Promise<Response> {
  const found = findProduct(visit, idText)
  return found instanceof Promise ? found : productPage(visit, found)
}

function productPage(visit: AdminVisit, { product, productId }: FoundProduct): Promise<Response> {
  const { world, session } = visit
  const db = world.storeDb(session.store.id)
  const categoryId = integerOrNull(product, 'category_id')
  const frame = visitFrame(visit)
  const slots = detailSlots(world, session, { type: 'product', id: productId })
  return page({
    title: text(product, 'name'),
    ...frame,
    ...slots.needs(frame.scripts),
    hasPictures: true,
    body: html`<p class="lead">${statusBadge(productStatus(text(product, 'status')))}</p>
      ${actions(product, productId)}
      <div class="card pictured">
        ${productPicture(product)}
        ${factList([
          ['SKU', textOrNull(product, 'sku') ?? 'none'],
          [`Price in ${session.region.code}`, priceHere(product, session.region.currencyCode)],
          ['Category', categoryId === null ? 'none' : categoryPath(db, categoryId)],
          ['Owner', ownerOf(world, textOrNull(product, 'owner_app_key'))],
          ['GTIN', textOrNull(product, 'gtin')],
          ['MPN', textOrNull(product, 'mpn')],
          ['Description', textOrNull(product, 'description')],
          ['Changed', instant(iso(product, 'updated_at'))],
        ])}
      </div>
      ${slots.body}
      <h2>Prices by region</h2>
      ${pricesTable(visit, productId)}
      <h2>Variants</h2>
      ${variantsTable(visit, productId)}
      <h2>Stock by warehouse</h2>
      ${stockTable(visit, productId)}`,
  })
}

/** Which app made it, by its name, too. */
function ownerOf(world: World, appKey: string | null): string {
  if (appKey === null) return 'the store'
  const name = findApp(world, appKey)?.name
  return name === undefined ? appKey : `${name} (${appKey})`
}

function priceHere(product: Row, currency: string): string {
  const price = textOrNull(product, 'price')
  return price === null ? 'not sold here' : money(price, currency)
}

function actions(product: Row, productId: number): Html {
  const turn = product['status'] === 'A' ? 'unpublish' : 'publish'
  const form = (operation: ProductOperation) =>
    html`<form method="post" action="/admin/products/${productId}/${operation}">
      <button type="submit" class="${operation === 'publish' ? 'main' : ''}">
        ${productOperationWords[operation]}
      </button>
    </form>`
  return html`<div class="record-actions">
    ${form(turn)} ${form('delete')}
    <a class="button" href="/admin/products/${productId}/edit">Edit product</a>
  </div>`
}
