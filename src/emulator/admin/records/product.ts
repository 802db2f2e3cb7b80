import { html } from 'hono/html'

import type { StoreRegion } from '../../../control/contract.ts'
import type { ProductOperation } from '../../../control/store-contract.ts'
import { integerOrNull, iso, text, textOrNull, type Row } from '../../../storage/columns.ts'
import type { EmulatorContext } from '../../context.ts'
import { factList } from '../../pages/facts.ts'
import { moment } from '../../pages/moment.ts'
import { money } from '../../pages/money.ts'
import { page, type Html } from '../../pages/page.ts'
import { columns, section } from '../../pages/section.ts'
import { detailSlots } from '../../panel/slots.ts'
import { findApp } from '../../platform/apps.ts'
import { productOperationWords } from '../../store/operation-words.ts'
import { productStatus, statusBadge } from '../status-badge.ts'
import { visitFrame, type AdminVisit } from '../visit.ts'
import { categoryPath } from './category-path.ts'
import { findProduct, type FoundProduct } from './find-product.ts'
import { productPicture } from './pictures.ts'
import { pricesTable, stockTable, variantsTable } from './product-tables.ts'

/** Shows a product of the store. A deleted one is a 404. */
export function productRecord(visit: AdminVisit, idText: string): Promise<Response> {
  const found = findProduct(visit, idText)
  return found instanceof Promise ? found : productPage(visit, found)
}

function productPage(visit: AdminVisit, { product, productId }: FoundProduct): Promise<Response> {
  const { context, session } = visit
  const db = context.storeDb(session.store.id)
  const categoryId = integerOrNull(product, 'category_id')
  const frame = visitFrame(visit)
  const slots = detailSlots(context, session, { type: 'product', id: productId })
  return page({
    title: text(product, 'name'),
    ...frame,
    ...slots.needs(frame.scripts),
    actions: actions(product, productId),
    body: html`<p class="lead">${statusBadge(productStatus(text(product, 'status')))}</p>
      ${columns(
        html`<div class="card pictured">
            ${productPicture(product)}
            ${factList([
              ['SKU', textOrNull(product, 'sku') ?? 'none'],
              [`Price in ${session.region.code}`, priceHere(product, session.region)],
              ['Description', textOrNull(product, 'description')],
            ])}
          </div>
          ${section('Prices by region', pricesTable(visit, productId))}
          ${section('Variants', variantsTable(visit, productId))}
          ${section('Stock by warehouse', stockTable(visit, productId))}`,
        html`<div class="card">
            ${factList([
              ['Category', categoryId === null ? 'none' : categoryPath(db, categoryId)],
              ['Owner', ownerOf(context, textOrNull(product, 'owner_app_key'))],
              ['GTIN', textOrNull(product, 'gtin')],
              ['MPN', textOrNull(product, 'mpn')],
              ['Updated', moment(context, iso(product, 'updated_at'))],
            ])}
          </div>
          ${slots.body}`,
      )}`,
  })
}

/** Returns the app that owns the product, with its name if known. */
function ownerOf(context: EmulatorContext, appKey: string | null): string {
  if (appKey === null) return 'the store'
  const name = findApp(context, appKey)?.name
  return name === undefined ? appKey : `${name} (${appKey})`
}

function priceHere(product: Row, region: StoreRegion): Html | string {
  const price = textOrNull(product, 'price')
  return price === null ? `not sold in ${region.code}` : money(price, region)
}

function actions(product: Row, productId: number): Html {
  const turn = product['status'] === 'A' ? 'unpublish' : 'publish'
  const form = (operation: ProductOperation, look: string) =>
    html`<form method="post" action="/admin/products/${productId}/${operation}">
      <button type="submit" class="${look}">${productOperationWords[operation]}</button>
    </form>`
  return html`<div class="record-actions">
    <a class="button main" href="/admin/products/${productId}/edit">Edit product</a>
    <details class="menu">
      <summary class="button">More actions</summary>
      <div class="card">${form(turn, '')} ${form('delete', 'bad')}</div>
    </details>
  </div>`
}
