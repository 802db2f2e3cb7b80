import { productBody } from '../../../../catalog/resources/product-body.ts'
import type { products } from '../../../../catalog/resources/products.ts'
import { transaction } from '../../../../storage/database.ts'
import type { Call } from '../../handler.ts'
import { check } from '../../read-input.ts'
import { invalid, Refusal } from '../../rejection.ts'
import { logNotes, type Noted } from './notes.ts'
import { sentText } from './sent-text.ts'
import type { Writer } from './store.ts'
import { upsertProduct, writerOf } from './write.ts'

interface Row {
  readonly externalRef: string | null
  readonly written: Noted | Refusal
}

/**
 * Writes the rows separately and in order (PROD-105, PROD-106), so a later row sees an earlier one. All rows share one transaction, because
 * one commit costs as much as all rows. A rejected row has written nothing. The response is a success even if every row failed (PROD-107).
 */
export function writeProducts(call: Call<typeof products.bulk>) {
  const { context, db, caller, body } = call
  const max = context.settings().productRowsMax
  if (body.items.length > max) return invalid(`items has more than ${max} rows.`)
  const writer = writerOf(call)
  if (writer instanceof Refusal) return writer
  const rows = transaction(db, () => body.items.map((item) => writeRow(writer, item)))
  logNotes(
    context,
    caller,
    rows.flatMap(({ written }) => (written instanceof Refusal ? [] : [written])),
  )
  const results = rows.map(resultOf)
  return { success: true, total: rows.length, failed: results.filter(({ success }) => !success).length, results }
}

function writeRow(writer: Writer, item: unknown): Row {
  const body = check(productBody, item, 'The row')
  const externalRef = sentText(item, 'externalRef')
  if (body instanceof Refusal) return { externalRef, written: body }
  return { externalRef, written: upsertProduct(writer, body) }
}

/** B49: a failed row has no id, but a message with the reason. */
function resultOf({ externalRef, written }: Row) {
  return written instanceof Refusal
    ? { externalRef, id: null, success: false, message: written.message }
    : { externalRef, id: written.productId, success: true }
}
