import { goods } from '../../../control/operations/goods.ts'
import { AppError } from '../../../errors.ts'
import type { Row } from '../../../storage/columns.ts'
import { redirectTo } from '../../pages/page.ts'
import { readInput } from '../../read-input.ts'
import { editProduct } from '../../store/products/edit-product.ts'
import { setStock } from '../../store/products/set-stock.ts'
import type { AdminVisit } from '../visit.ts'
import { countedStock, fieldsOf, plain, type ProductFields } from './product-fields.ts'
import type { Refused } from './product-form.ts'

export interface ProductSave {
  readonly productId: number
  /** Current state of the product. */
  readonly product: Row
  readonly form: URLSearchParams
}

/** Writes the changed fields of the form. Redirects to the product, or returns the problem with the typed values and writes nothing. */
export function saveProduct(visit: AdminVisit, save: ProductSave): Response | Refused {
  const { typed, changed, problem } = readForm(visit, save)
  if (problem !== null) return { typed, problem }
  const { context, session } = visit
  const place = { storeId: session.store.id, productId: save.productId }
  try {
    // All input is read before the first write, and nothing can run in between.
    const edit = readInput(goods.editProduct, buildEdit(visit, typed, changed))
    const counts = countedStock(context.storeDb(place.storeId), save.product)
      .filter(({ field }) => changed.includes(field))
      .map(({ field, variantId }) =>
        readInput(goods.setStock, { quantity: typed[field], ...(variantId !== null && { variantId }) }),
      )
    if (changed.some((name) => !isCount(name))) editProduct(context, place, edit)
    for (const count of counts) setStock(context, place, count)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { typed, problem: `${error.message} Nothing was saved.` }
  }
  return redirectTo(`/admin/products/${save.productId}`)
}

interface SubmittedProduct {
  readonly typed: ProductFields
  /** Names of the fields to write. */
  readonly changed: readonly string[]
  readonly problem: string | null
}

function readForm(visit: AdminVisit, { product, form }: ProductSave): SubmittedProduct {
  const now = fieldsOf(visit, product)
  const names = Object.keys(now).filter((name) => form.has(name))
  const sent = (prefix: string) =>
    plain(Object.fromEntries(names.map((name) => [name, form.get(prefix + name) ?? now[name] ?? ''])))
  const [typed, was] = [sent(''), sent('was_')]
  const changed = names.filter((name) => typed[name] !== was[name] && typed[name] !== now[name])
  const late = changed.filter((name) => was[name] !== now[name])
  if (late.length === 0) return { typed, changed, problem: findProblem(typed, changed) }
  const what = late.length === 1 ? 'This field was' : 'These fields were'
  const problem = `${what} changed elsewhere: ${late.map(fieldWord).join(', ')}. Your values were not saved. To overwrite the other change, press Save again.`
  return { typed, changed, problem }
}

/** Returns a message in the page's terms for likely typing errors, or null. */
function findProblem(typed: ProductFields, changed: readonly string[]): string | null {
  if (typed['name'] === '') return 'A product needs a name. Nothing was saved.'
  const wrong = changed.find(
    (name) => (name === 'price' || isCount(name)) && !/^\d{1,15}(\.\d{1,6})?$/.test(typed[name] ?? ''),
  )
  return wrong === undefined
    ? null
    : `${fieldWord(wrong)} must be a number of at least 0, for example 19.90. Nothing was saved.`
}

function buildEdit({ session }: AdminVisit, typed: ProductFields, changed: readonly string[]): object {
  const { name, price, category = '', description } = typed
  return {
    ...(changed.includes('name') && { name }),
    ...(changed.includes('price') && { prices: { [session.region.id]: price } }),
    ...(changed.includes('category') && { categoryId: category === '' ? null : Number(category) }),
    ...(changed.includes('description') && { description }),
  }
}

function isCount(name: string): boolean {
  return name.startsWith('stock')
}

function fieldWord(name: string): string {
  return name.replace(/_.*/, '').replace(/^./, (letter) => letter.toUpperCase())
}
