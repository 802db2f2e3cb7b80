import { html } from 'hono/html'

import { integer, textOrNull, type Row } from '../../../storage/columns.ts'
import { prepared } from '../../../storage/statements.ts'
import type { Html } from '../../pages/page.ts'
import { patternAnswer } from '../../storefront/catalogue/picture.ts'
import { mediaAnswer } from '../../storefront/media.ts'
import { noSuchRecord, recordId, type AdminVisit } from '../visit.ts'

/**
 * Shows a product's picture from the admin's own origin, because admin pages load nothing from other origins: a stored file, or the
 * placeholder that the storefront shows too. The URL contains the product's last change, so that browsers do not cache old pictures.
 */
export function productPicture(product: Row): Html {
  const [id, at] = [integer(product, 'id'), integer(product, 'updated_at')]
  return html`<img class="thumb" src="/admin/pictures/${id}?at=${at}" alt="" width="256" height="256" loading="lazy" />`
}

/** Responds to a request for such a picture. */
export function pictureAnswer(visit: AdminVisit, idText: string): Response | Promise<Response> {
  const { context, session } = visit
  const { id, code } = session.store
  const productId = recordId(idText)
  const product = prepared(context.storeDb(id), 'SELECT image_url FROM products WHERE id = ?').get(productId)
  if (product === undefined) return noSuchRecord(visit, 'The store has no such product.')
  const file = ownFile(context.urls().storefront, textOrNull(product, 'image_url'))
  const found = file === null ? null : mediaAnswer(context, file)
  return found?.ok === true ? found : patternAnswer(`/${code}/media/patterns/${productId}.svg`)
}

/** Returns a file stored in this emulator, or null for an external URL, which is not loaded. */
function ownFile(storefront: string, address: string | null) {
  const url = address === null ? null : URL.parse(address, storefront)
  if (url === null || url.origin !== new URL(storefront).origin) return null
  const [, code, appKey, file] = /^\/([^/]+)\/media\/apps\/([^/]+)\/([^/]+)$/.exec(url.pathname) ?? []
  return code === undefined || appKey === undefined || file === undefined ? null : { code, appKey, file }
}
