import { html } from 'hono/html'

import { text } from '../../../storage/columns.ts'
import { page } from '../../pages/page.ts'
import { visitFrame, type AdminVisit } from '../visit.ts'
import { findProduct, type FoundProduct } from './find-product.ts'
import { productForm, type Refused } from './product-form.ts'
import { saveProduct } from './save-product.ts'

/** Shows the form in which the store edits a product. */
export function editPage(visit: AdminVisit, idText: string): Promise<Response> {
  const found = findProduct(visit, idText)
  return found instanceof Promise ? found : draw(visit, found, null)
}

/** Saves the form and redirects to the product, or shows the form again with the reason why nothing was saved. */
export async function saveForm(visit: AdminVisit, idText: string, form: URLSearchParams): Promise<Response> {
  const found = findProduct(visit, idText)
  if (found instanceof Promise) return found
  const saved = saveProduct(visit, { ...found, form })
  return saved instanceof Response ? saved : draw(visit, found, saved)
}

function draw(visit: AdminVisit, { product, productId }: FoundProduct, refused: Refused | null): Promise<Response> {
  const back = `/admin/products/${productId}`
  const here = { ...visit, url: new URL(`${back}/edit`, visit.url) }
  return page({
    title: `Edit ${text(product, 'name')}`,
    ...visitFrame(here),
    width: 'narrow',
    status: refused === null ? 200 : 409,
    body: html`<p class="lead"><a href="${back}">Back to the product</a></p>
      ${productForm(visit, product, refused)}`,
  })
}
