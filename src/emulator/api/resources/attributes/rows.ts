import type { DatabaseSync } from 'node:sqlite'

import type { ResponseOf } from '../../../../catalog/endpoint.ts'
import type { attributeRow, attributes } from '../../../../catalog/resources/attributes.ts'
import type * as z from '../../../../catalog/schema.ts'
import { integer, type Row } from '../../../../storage/columns.ts'
import { insertRow, prepared } from '../../../../storage/statements.ts'
import { ofAttribute, ofValue, writeLabels, type Languages, type Problem } from '../shipping/label-rows.ts'

type AttributeRow = z.output<typeof attributeRow>
type ValueRow = NonNullable<AttributeRow['values']>[number]
type Result = ResponseOf<typeof attributes.create>['results'][number]

type WrittenAttribute = Pick<Result, 'created' | 'matchedBy' | 'values' | 'warnings'> & { readonly id: number }

export function isProblem(outcome: WrittenAttribute | Problem): outcome is Problem {
  return 'message' in outcome
}

/** Match type of an attribute or value that was found by its exact key (N25). */
const BY_KEY = 'Birebir'

/** Finds or creates the attribute and its values. If it returns a problem, part of the row may be written, and the caller must roll back. */
export function writeAttribute(db: DatabaseSync, row: AttributeRow, languages: Languages): WrittenAttribute | Problem {
  const known = prepared(db, 'SELECT id, attr_type, sort_order FROM attributes WHERE attr_key = ?').get(row.key)
  if (known !== undefined && known['attr_type'] !== row.attrType) {
    return { message: 'attrType differs from the existing attribute, which was not changed.' }
  }
  const id =
    known === undefined
      ? insertRow(db, 'attributes', { attr_key: row.key, attr_type: row.attrType, sort_order: row.sortOrder })
      : integer(known, 'id')
  const warnings = known === undefined ? [] : keptPlace(known, row.sortOrder, '')
  const problem = writeLabels(db, ofAttribute, { id, row, languages, warnings, path: '' })
  if (problem !== null) return problem
  const values: WrittenAttribute['values'] = []
  const written = new Set<number>()
  for (const [at, value] of (row.values ?? []).entries()) {
    const path = `values.${at}.`
    const found = findOrCreateValue(db, { attributeId: id, value, warnings, path })
    const conflict = writeLabels(db, ofValue, { id: found.id, row: value, languages, warnings, path })
    // The row then conflicts with its own earlier value, not with the store's (B33).
    if (conflict !== null) return written.has(found.id) ? { message: `${path}key is listed twice.` } : conflict
    written.add(found.id)
    values.push({ sent: value.key, valueKey: value.key, ...found })
  }
  return { id, created: known === undefined, matchedBy: known === undefined ? null : BY_KEY, values, warnings }
}

interface WantedValue {
  readonly attributeId: number
  readonly value: ValueRow
  readonly warnings: string[]
  readonly path: string
}

function findOrCreateValue(db: DatabaseSync, { attributeId, value: { key, sortOrder }, warnings, path }: WantedValue) {
  const known = prepared(
    db,
    'SELECT id, sort_order FROM attribute_values WHERE attribute_id = ? AND value_key = ?',
  ).get(attributeId, key)
  if (known !== undefined) {
    warnings.push(...keptPlace(known, sortOrder, path))
    return { id: integer(known, 'id'), created: false, matchedBy: BY_KEY }
  }
  const id = insertRow(db, 'attribute_values', { attribute_id: attributeId, value_key: key, sort_order: sortOrder })
  return { id, created: true, matchedBy: null }
}

/** Returns a message if an existing value keeps its sort order. */
function keptPlace(known: Row, sortOrder: number, path: string): string[] {
  return integer(known, 'sort_order') === sortOrder
    ? []
    : [`${path}sortOrder was ignored, because the entry already exists.`]
}
