import type { ResponseOf } from '../../../../catalog/endpoint.ts'
import { attributeRow, type attributes } from '../../../../catalog/resources/attributes.ts'
import { savepoint, transaction } from '../../../../storage/database.ts'
import { defined } from '../../../../text/defined.ts'
import { listAllRegions } from '../../../platform/stores.ts'
import type { Call } from '../../handler.ts'
import { check } from '../../read-input.ts'
import { Refusal } from '../../rejection.ts'
import { selectedRegion } from '../../selected-region.ts'
import { sentText } from '../products/sent-text.ts'
import type { Languages } from '../shipping/label-rows.ts'
import { isProblem, writeAttribute } from './rows.ts'

type Create = Call<typeof attributes.create>
type Answer = ResponseOf<typeof attributes.create>
type Result = Answer['results'][number]

/**
 * Finds or creates attributes with their values (ATTR-051). Each row is all or nothing, and
 * a failed row does not affect the others. An existing translation is never overwritten, and none is invented.
 */
export function createAttributes(call: Create): Answer | Refusal {
  const { context, db, caller, body } = call
  const region = selectedRegion(call)
  if (region instanceof Refusal) return region
  const languages = {
    own: region.languageCode,
    known: new Set(listAllRegions(context, caller.storeId).map(({ languageCode }) => languageCode)),
  }
  const results = transaction(db, () => body.items.map((row) => resultOf(db, row, languages)))
  const failed = results.filter(({ success }) => !success).length
  return { success: true, total: results.length, failed, results }
}

function resultOf(db: Create['db'], row: unknown, languages: Languages): Result {
  const checked = check(attributeRow, row, 'The row')
  if (checked instanceof Refusal) return failedRow(row, checked)
  const written = savepoint(db, () => writeAttribute(db, checked, languages), isProblem)
  if (isProblem(written)) return failedRow(row, written)
  return { sent: checked.key, success: true, key: checked.key, attrType: checked.attrType, ...written }
}

/** A failed row writes nothing, so its result has no ids. */
function failedRow(
  row: unknown,
  { message, code }: { readonly message: string; readonly code?: string | undefined },
): Result {
  const key = sentText(row, 'key')
  return {
    sent: key,
    success: false,
    id: null,
    key,
    attrType: sentText(row, 'attrType'),
    created: false,
    matchedBy: null,
    values: [],
    warnings: [],
    ...defined({ code }),
    message,
  }
}
