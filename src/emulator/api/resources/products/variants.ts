import type { DatabaseSync } from 'node:sqlite'

import Big from 'big.js'

import { integer, type Row, text } from '../../../../storage/columns.ts'
import { prepared } from '../../../../storage/statements.ts'
import { decimalText } from '../../money.ts'
import { invalid, type Refusal } from '../../rejection.ts'
import type { ProductBody } from './fields.ts'

type SentVariant = NonNullable<ProductBody['variants']>[number]

export interface NewVariant {
  /** JSON with sorted keys, so that equal combinations are equal text. */
  readonly combination: string
  readonly sku: string | null
  readonly price: string | null
  readonly stock: string | null
  /** Ids of the combination's attribute values. An axis outside the dictionary has no ids. */
  readonly valueIds: readonly number[]
}

export interface NewVariants {
  /** Keys of the combinations, sorted and derived (PROD-071). Empty for a simple product. */
  readonly axes: readonly string[]
  readonly list: readonly NewVariant[]
}

/** Reads the variants of a body. Returns a 400 for a duplicate or empty combination, different axes, or an unknown value of an axis. Only reads. */
export function readVariants(db: DatabaseSync, sent: readonly SentVariant[]): NewVariants | Refusal {
  const axes = Object.keys(sent[0]?.combination ?? {}).toSorted()
  const axisKeys = JSON.stringify(axes)
  const valueIdOf = axisValues(db)
  const known = new Set<string>()
  const list: NewVariant[] = []
  for (const [at, variant] of sent.entries()) {
    const place = `variants.${at}`
    const keys = Object.keys(variant.combination).toSorted()
    if (keys.length === 0) return invalid(`${place}.combination is empty.`)
    if (JSON.stringify(keys) !== axisKeys)
      return invalid(`${place}.combination has different axes than the first combination.`)
    const combination = JSON.stringify(Object.fromEntries(keys.map((key) => [key, variant.combination[key]])))
    if (known.has(combination)) return invalid(`${place}.combination is listed twice.`)
    known.add(combination)
    const valueIds = keys.map((key) => valueIdOf(key, variant.combination[key] ?? ''))
    if (valueIds.includes(UNKNOWN))
      return invalid(`${place}.combination contains a value that is not a valueKey of its axis.`)
    const price = allowedDecimal(variant.price)
    const stock = allowedDecimal(variant.stock)
    if (price === UNKNOWN || stock === UNKNOWN) return invalid(`${place} has an invalid number.`)
    const ids = valueIds.filter((id) => typeof id === 'number')
    list.push({ combination, sku: variant.sku ?? null, price, stock, valueIds: ids })
  }
  return { axes, list }
}

/** Returns the cheapest variant's price, used for a product without a sent price, or null without variants. */
export function lowestPrice({ list }: NewVariants): string | null {
  const prices = list.flatMap(({ price }) => (price === null ? [] : [new Big(price)]))
  const [first, ...rest] = prices
  return first === undefined ? null : rest.reduce((low, price) => (price.lt(low) ? price : low), first).toFixed()
}

const UNKNOWN = Symbol('invalid value')

function allowedDecimal(value: SentVariant['price']): string | null | typeof UNKNOWN {
  return value == null ? null : (decimalText(value) ?? UNKNOWN)
}

/**
 * Creates a lookup of a value's id on an axis. An axis that is not an attribute of the store, or has no values,
 * accepts any text and has no id: the documents show `valueKey`, but do not require an axis to be in the dictionary.
 */
function axisValues(db: DatabaseSync): (axis: string, valueKey: string) => number | null | typeof UNKNOWN {
  const known = new Map<string, ReadonlyMap<string, number>>()
  return (axis, valueKey) => {
    let values = known.get(axis)
    if (values === undefined) known.set(axis, (values = readValues(db, axis)))
    return values.size === 0 ? null : (values.get(valueKey) ?? UNKNOWN)
  }
}

function readValues(db: DatabaseSync, axis: string): ReadonlyMap<string, number> {
  const rows: readonly Row[] = prepared(
    db,
    'SELECT v.id, v.value_key FROM attribute_values v JOIN attributes a ON a.id = v.attribute_id WHERE a.attr_key = ?',
  ).all(axis)
  return new Map(rows.map((row) => [text(row, 'value_key'), integer(row, 'id')]))
}
