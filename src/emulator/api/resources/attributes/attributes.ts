import type { DatabaseSync } from 'node:sqlite'

import type { attributes } from '../../../../catalog/resources/attributes.ts'
import { integer, text, textOrNull, type Row } from '../../../../storage/columns.ts'
import { prepared, readInteger } from '../../../../storage/statements.ts'
import { parseJson } from '../../../../text/json.ts'
import { withRecord, type HandlersFor, type Located } from '../../handler.ts'
import { notFound, Refusal } from '../../rejection.ts'
import { selectedRegion } from '../../selected-region.ts'
import { createAttributes } from './create.ts'

/** `LIKE` is avoided because it treats `%` and `_` as wildcards. The label is in the region's language (ATTR-003). */
const dictionary = `
  SELECT a.*, l.label,
    (SELECT json_group_object(language, label) FROM attribute_labels t WHERE t.attribute_id = a.id) AS labels,
    (SELECT count(*) FROM attribute_values v WHERE v.attribute_id = a.id) AS value_count,
    (SELECT json_group_array(b.category_id) FROM category_attributes b JOIN categories c ON c.id = b.category_id
      WHERE b.attribute_id = a.id AND (c.region_id IS NULL OR c.region_id = ?2)) AS category_ids
  FROM attributes a LEFT JOIN attribute_labels l ON l.attribute_id = a.id AND l.language = ?1
  WHERE ?3 IS NULL OR instr(lower(a.attr_key), lower(?3)) > 0 OR instr(lower(l.label), lower(?3)) > 0
  ORDER BY a.sort_order, a.attr_key`

const values = (usage: string) => `
  SELECT v.*,
    (SELECT label FROM attribute_value_labels t WHERE t.value_id = v.id AND t.language = ?2) AS label,
    (SELECT json_group_object(language, label) FROM attribute_value_labels t WHERE t.value_id = v.id) AS labels,
    ${usage} AS usage
  FROM attribute_values v WHERE v.attribute_id = ?1 ORDER BY v.sort_order, v.value_key LIMIT ?4 OFFSET ?5`

/** ATTR-031: counts each published product in the region (B24) once, whether the product or one of its variants has the value. */
const counted = values(`(SELECT count(DISTINCT u.product_id) FROM product_attributes u
    JOIN products p ON p.id = u.product_id AND p.status = 'A'
    JOIN prices c ON c.product_id = p.id AND c.variant_id = 0 AND c.region_id = ?3
    WHERE u.value_id = v.id)`)
const uncounted = values('0 * ?3')

export const attributesHandlers = {
  list: (call) => {
    const region = selectedRegion(call)
    if (region instanceof Refusal) return region
    const { db, query } = call
    const items = prepared(db, dictionary)
      .all(region.languageCode, region.id, query.search ?? null)
      .map((row) => ({
        id: integer(row, 'id'),
        key: text(row, 'attr_key'),
        label: textOrNull(row, 'label'),
        attrType: text(row, 'attr_type'),
        labels: readLabels(row),
        isVariantAxis: row['attr_type'] === 'variant',
        valueCount: integer(row, 'value_count'),
        categoryIds: categoryIds(row),
        // ATTR-012 to ATTR-014: these fields describe a binding to a category.
        isRequired: null,
        isMulti: null,
        sortOrder: null,
      }))
    return { success: true, totalCount: items.length, items, hint: isEmpty(db) ? hint : null }
  },

  values: withRecord(namedAttribute, ({ db, params, query }, { id, region }) => {
    const totalCount = readInteger(db, 'SELECT count(*) FROM attribute_values WHERE attribute_id = ?', id)
    const rows = prepared(db, query.includeUsage ? counted : uncounted).all(
      id,
      region.languageCode,
      region.id,
      query.limit,
      query.offset,
    )
    return {
      success: true,
      attrKey: params.key,
      totalCount,
      offset: query.offset,
      usageCountsIncluded: query.includeUsage,
      items: rows.map(readValue),
    }
  }),

  create: createAttributes,
} satisfies HandlersFor<typeof attributes>

const hint = 'The dictionary is empty. Create attributes (POST /attributes) before you bind them to categories.'

function isEmpty(db: DatabaseSync): boolean {
  return prepared(db, 'SELECT 1 FROM attributes LIMIT 1').get() === undefined
}

/** Finds the path's attribute and the region whose language is used. */
function namedAttribute(call: Located<typeof attributes.values>) {
  const region = selectedRegion(call)
  if (region instanceof Refusal) return region
  const row = prepared(call.db, 'SELECT id FROM attributes WHERE attr_key = ?').get(call.params.key)
  return row === undefined ? notFound('attribute-not-found') : { id: integer(row, 'id'), region }
}

function readValue(row: Row) {
  return {
    id: integer(row, 'id'),
    valueKey: text(row, 'value_key'),
    label: textOrNull(row, 'label'),
    labels: readLabels(row),
    displayConfig: displayConfig(row),
    sortOrder: integer(row, 'sort_order'),
    usageCount: integer(row, 'usage'),
  }
}

/** Reads an object of texts by language that SQLite created. */
function readLabels(row: Row): Record<string, string> {
  return JSON.parse(text(row, 'labels')) as Record<string, string>
}

/** Reads a list of ids that SQLite created. */
function categoryIds(row: Row): number[] {
  return JSON.parse(text(row, 'category_ids')) as number[]
}

/** Reads stored JSON with every digit. Only objects are ever stored there. */
function displayConfig(row: Row): Record<string, unknown> | null {
  const parsed = parseJson(textOrNull(row, 'display_config') ?? 'null')
  return parsed.ok ? (parsed.value as Record<string, unknown> | null) : null
}
