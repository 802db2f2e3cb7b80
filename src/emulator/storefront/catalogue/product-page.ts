import { html } from 'hono/html'

import { factList } from '../../pages/facts.ts'
import { money, moneyText } from '../../pages/money.ts'
import type { Html } from '../../pages/page.ts'
import { MOST_PIECES } from '../quantity.ts'
import { homeOf, notSold, storefrontPage, type StorefrontVisit } from '../visit.ts'
import { furtherPictures, picture } from './picture.ts'
import { splitParagraphs } from './plain-text.ts'
import { readProduct, type ShownProduct } from './products.ts'
import { variantsOf, type ShownVariant } from './variants.ts'

/** The form as sent, with the reason for its rejection. */
export interface RejectedForm {
  readonly quantity: string
  readonly variantId: number | null
  readonly problem: string
}

/** Shows a product with its cart form, or 404 if the region does not sell it. */
export function productPage(visit: StorefrontVisit, productId: number, refused?: RejectedForm): Promise<Response> {
  const { db, region } = visit
  const product = readProduct(db, { regionId: region.id, productId })
  if (product === null) return notSold(visit)
  const variants = variantsOf(db, region.languageCode, { productId, regionId: region.id })
  const [first, ...others] = product.images
  return storefrontPage(visit, {
    title: product.name,
    status: refused === undefined ? 200 : 400,
    body: html`<div class="product">
      <div class="pictures">
        ${picture(visit, { id: product.id, image: first ?? null })} ${furtherPictures(visit, others.slice(0, 8))}
      </div>
      <div class="grow">
        <p class="price">${money(product.price, region)} <small>without tax</small></p>
        ${addForm(visit, { product, variants, refused })} ${facts(visit, product)}
        ${splitParagraphs(product.description ?? '').map((text) => html`<p>${text}</p>`)}
      </div>
    </div>`,
  })
}

interface AddForm {
  readonly product: ShownProduct
  readonly variants: readonly ShownVariant[]
  readonly refused: RejectedForm | undefined
}

/** Shows a form without browser validation, because the page shows messages that stay visible. */
function addForm(visit: StorefrontVisit, { product, variants, refused }: AddForm): Html {
  return html`<form method="post" action="${homeOf(visit)}/cart" novalidate>
    <input type="hidden" name="product_id" value="${product.id}" />
    ${refused === undefined ? '' : html`<p class="error" role="alert" id="problem">${refused.problem}</p>`}
    ${variants.length === 0 ? '' : choice(visit, variants, refused?.variantId ?? null)}
    <label class="field"
      >Quantity
      <input
        type="number"
        name="quantity"
        value="${refused?.quantity ?? '1'}"
        min="1"
        max="${MOST_PIECES}"
        step="1"
        inputmode="numeric"
        ${refused === undefined ? '' : html`aria-invalid="true" aria-describedby="problem"`}
    /></label>
    <p class="actions"><button class="main" type="submit">Add to cart</button></p>
  </form>`
}

function choice({ region }: StorefrontVisit, variants: readonly ShownVariant[], chosen: number | null): Html {
  return html`<label class="field"
    >Variant
    <select name="variant_id">
      ${variants.map(
        ({ id, words, price }) =>
          html`<option value="${id}" ${id === chosen ? 'selected' : ''}>
            ${words} · ${moneyText(price, region)}
          </option>`,
      )}
    </select></label
  >`
}

function facts(visit: StorefrontVisit, { sku, category }: ShownProduct): Html {
  return factList([
    [
      'Category',
      category === null ? null : html`<a href="${homeOf(visit)}/categories/${category.id}">${category.name}</a>`,
    ],
    ['SKU', sku],
  ])
}
