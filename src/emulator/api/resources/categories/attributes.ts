import type { DatabaseSync } from 'node:sqlite'

import type { ResponseOf } from '../../../../catalog/endpoint.ts'
import { bindingRow, type categories } from '../../../../catalog/resources/categories.ts'
import { flag, integer, text, textOrNull } from '../../../../storage/columns.ts'
import { transaction } from '../../../../storage/database.ts'
import { prepared } from '../../../../storage/statements.ts'
import type { Call } from '../../handler.ts'
import { check } from '../../read-input.ts'
import { Refusal } from '../../rejection.ts'
import { sentText } from '../products/sent-text.ts'
import type { NamedCategory } from './rows.ts'

/** Returns the bound attributes with their labels in the region's language, and the axes that a combination requires (CAT-065). */
export function showAttributes(
  { db }: Call<typeof categories.attributes>,
  { category, region }: NamedCategory,
): ResponseOf<typeof categories.attributes> {
  const items = prepared(
    db,
    `SELECT a.id, a.attr_key, b.attr_type, b.is_required, b.is_multi, b.sort_order,
       (SELECT label FROM attribute_labels l WHERE l.attribute_id = a.id AND l.language = ?2) AS label
     FROM category_attributes b JOIN attributes a ON a.id = b.attribute_id
     WHERE b.category_id = ?1 ORDER BY b.sort_order, a.attr_key`,
  )
    .all(category.id, region.languageCode)
    .map((row) => ({
      key: text(row, 'attr_key'),
      label: textOrNull(row, 'label'),
      attrType: text(row, 'attr_type'),
      isVariantAxis: row['attr_type'] === 'variant',
      isRequired: flag(row, 'is_required'),
      isMulti: flag(row, 'is_multi'),
      sortOrder: integer(row, 'sort_order'),
      allowedValues: allowedValues(db, integer(row, 'id')),
    }))
  const requiredVariantAxes = items.filter(({ isVariantAxis, isRequired }) => isVariantAxis && isRequired)
  return {
    success: true,
    categoryId: category.id,
    requiredVariantAxes: requiredVariantAxes.map(({ key }) => key),
    items,
  }
}

/** Returns the value keys of an attribute, or null if it accepts any text (CAT-074). */
function allowedValues(db: DatabaseSync, attributeId: number): string[] | null {
  const rows = prepared(
    db,
    'SELECT value_key FROM attribute_values WHERE attribute_id = ? ORDER BY sort_order, value_key',
  ).all(attributeId)
  return rows.length === 0 ? null : rows.map((row) => text(row, 'value_key'))
}

type Bind = (typeof categories)['bind-attributes']
type Result = ResponseOf<Bind>['results'][number]

/**
 * Binds attributes of the dictionary. Existing bindings stay unchanged, and an unknown key creates
 * no attribute (CAT-084 to CAT-086).
 */
export function bindAttributes({ db, body }: Call<Bind>, { category }: NamedCategory): ResponseOf<Bind> {
  const categoryId = category.id
  const results = transaction(db, () => body.items.map((row) => resultOf(row, bind(db, categoryId, row))))
  const failed = results.filter(({ success }) => !success).length
  return { success: true, categoryId, total: results.length, failed, results }
}

function resultOf(row: unknown, problem: string | null): Result {
  const key = sentText(row, 'key')
  const result = { sent: key, success: problem === null, key, attrType: sentText(row, 'attrType') }
  return problem === null ? result : { ...result, message: problem }
}

/** Binds the attribute. Returns the row's problem, or null if the attribute is bound now. */
function bind(db: DatabaseSync, categoryId: number, row: unknown): string | null {
  const binding = check(bindingRow, row, 'The row')
  if (binding instanceof Refusal) return binding.message
  const attribute = prepared(db, 'SELECT id, attr_type FROM attributes WHERE attr_key = ?').get(binding.key)
  if (attribute === undefined) return 'key is not in the attribute dictionary. Create the attribute first.'
  if (attribute['attr_type'] !== binding.attrType) return 'attrType differs from the dictionary.'
  const ids = [categoryId, integer(attribute, 'id')] as const
  const asSent = [binding.isRequired ? 1 : 0, binding.isMulti ? 1 : 0, binding.sortOrder] as const
  const { changes } = prepared(
    db,
    `INSERT INTO category_attributes (category_id, attribute_id, attr_type, is_required, is_multi, sort_order)
     VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (category_id, attribute_id) DO NOTHING`,
  ).run(...ids, binding.attrType, ...asSent)
  if (changes === 1) return null
  const isSame = prepared(
    db,
    `SELECT 1 FROM category_attributes
     WHERE category_id = ? AND attribute_id = ? AND is_required = ? AND is_multi = ? AND sort_order = ?`,
  ).get(...ids, ...asSent)
  return isSame === undefined ? 'The attribute is already bound with other settings, which were not changed.' : null
}
