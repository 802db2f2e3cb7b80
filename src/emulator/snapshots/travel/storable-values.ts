import type { DatabaseSync } from 'node:sqlite'

import { text } from '../../../storage/columns.ts'
import { isObject, parseJson } from '../../../text/json.ts'
import { findTable } from '../../tables/all.ts'
import type { ColumnKind } from '../../tables/table.ts'

export type Reject = (why: string) => never

type IsStorable = (value: unknown) => boolean

const matches =
  (pattern: RegExp): IsStorable =>
  (value) =>
    pattern.test(String(value))

const isInteger =
  ({ min, max }: { readonly min: number; readonly max: number }): IsStorable =>
  (value) =>
    typeof value === 'bigint' && value >= min && value <= max

/** Allows JSON text whose value the pages can read. Bytes are bodies, which are stored unchanged. */
const hasJson =
  (isReadable: (value: unknown) => boolean): IsStorable =>
  (value) => {
    if (typeof value !== 'string') return true
    const parsed = parseJson(value)
    return parsed.ok && isReadable(parsed.value)
  }

const isTextList = (value: unknown) => Array.isArray(value) && value.every((one) => typeof one === 'string')

/** 9999-12-31T23:59:59.999Z, because a later time has no ISO-8601 text of the usual form. */
const LAST_MS = 253_402_300_799_999

const money = /^\d{1,15}(?:\.\d{1,10})?$/
/** A correction of an order's costs may be negative. */
const signedMoney = /^-?\d{1,15}(?:\.\d{1,10})?$/
/** Stock may be negative, and a measure is the text of a number. */
const number = /^-?\d{1,30}(?:\.\d{1,30})?(?:e[+-]?\d{1,2})?$/

/** The first match applies. A column without one has the rule of its kind in the explorer. */
const byName: readonly (readonly [name: RegExp, isStorable: IsStorable])[] = [
  // A fault without an end lasts beyond every time.
  [/^(?:starts|ends)_at$/, () => true],
  [/(?:^|_)at$/, isInteger({ min: 0, max: LAST_MS })],
  [/^currency(?:_code)?$/, matches(/^[A-Z]{3}$/)],
  [/^country_code$/, matches(/^[A-Z]{2}$/)],
  [/^language_code$/, matches(/^[a-z]{2,3}$/)],
  [/^webhook_url$/, matches(/^https?:\/\//)],
  [/_manifest_json$/, (value) => value === '' || hasJson(isObject)(value)],
  [/^(?:combination|data|billing_address|shipping_address)$/, hasJson(isObject)],
  [/^(?:scopes|images|variant_axes)$/, hasJson(isTextList)],
  [/^amount$/, matches(signedMoney)],
  [/_(?:cm|g|kg|gram)$|^stock_(?:before|after)$/, matches(number)],
]

const byKind: Readonly<Partial<Record<ColumnKind, IsStorable>>> = {
  decimal: matches(money),
  json: hasJson(() => true),
  int: isInteger({ min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER }),
}

function ruleOf(table: string, column: string): IsStorable | null {
  if (table === 'stock' && column === 'quantity') return matches(number)
  const [, named] = byName.find(([name]) => name.test(column)) ?? []
  return named ?? byKind[findTable(table)?.columns[column]?.kind ?? 'text'] ?? null
}

/** Rejects a value that no store could have, because the pages and the API read their own values without checks. */
export function requireStorable(db: DatabaseSync, refuse: Reject): void {
  const columns = db
    .prepare(
      "SELECT t.name AS 'table', c.name AS 'column' FROM sqlite_schema t, pragma_table_info(t.name) c WHERE t.type = 'table'",
    )
    .all()
  for (const row of columns) {
    const [table, column] = [text(row, 'table'), text(row, 'column')]
    const rule = ruleOf(table, column)
    if (rule !== null && !hasOnly(db, { table, column }, rule)) refuse(`it has an invalid value in ${table}.${column}`)
  }
}

interface Place {
  readonly table: string
  readonly column: string
}

function hasOnly(db: DatabaseSync, { table, column }: Place, isStorable: IsStorable): boolean {
  // The names are from our own schema.
  const values = db.prepare(`SELECT DISTINCT "${column}" AS value FROM "${table}" WHERE "${column}" IS NOT NULL`)
  values.setReadBigInts(true)
  for (const { value } of values.iterate()) if (!isStorable(value)) return false
  return true
}
