import type { DatabaseSync } from 'node:sqlite'

import type { InputOf } from '../../../../catalog/endpoint.ts'
import type { products } from '../../../../catalog/resources/products.ts'
import { prepared } from '../../../../storage/statements.ts'
import { rowId } from '../../id.ts'
import { decimalText } from '../../money.ts'
import { invalid, Refusal } from '../../rejection.ts'

/** Body of a product creation or update. Every field is optional. */
export type ProductBody = InputOf<typeof products.update>['body'] &
  Partial<Pick<InputOf<typeof products.create>['body'], 'variants'>>

/** Columns of `products` that a write sets, in the order of the body's fields. */
export const writtenColumns = [
  'name',
  'sku',
  'status',
  'category_id',
  'description',
  'gtin',
  'mpn',
  'weight_gram',
  'length_cm',
  'width_cm',
  'height_cm',
  'harmonized_code',
  'country_of_origin',
  'shipping_profile_id',
  'shipping_package_id',
  'images',
  'image_url',
] as const

type Values = Readonly<Record<(typeof writtenColumns)[number], string | number | null>>

export interface ProductFields {
  /** Null for a field that was not sent. */
  readonly columns: Values
  readonly price: string | null
  readonly stock: string | null
  readonly taxRuleId: number | null
}

const decimals = ['price', 'stockQuantity', 'weightGram', 'lengthCm', 'widthCm', 'heightCm'] as const

type Decimals = ReadonlyMap<(typeof decimals)[number], string>

/** Converts a body's fields to their stored form. Returns a 400 for a number with too many digits or an unknown id. Only reads. */
export function readProductFields(db: DatabaseSync, body: ProductBody, regionId: number): ProductFields | Refusal {
  const numbers = readDecimals(body)
  if (numbers instanceof Refusal) return numbers
  const unknown = references.find(({ field, sql }) => {
    const value = body[field]
    return value != null && prepared(db, sql).get(rowId(value), regionId) === undefined
  })
  if (unknown !== undefined) return invalid(`${unknown.field} is unknown${unknown.where}.`)
  return {
    columns: { ...textColumns(body), ...measureColumns(numbers), ...idColumns(body), ...imageColumns(body) },
    price: numbers.get('price') ?? null,
    stock: numbers.get('stockQuantity') ?? null,
    taxRuleId: rowIdOrNull(body.taxRuleId),
  }
}

function readDecimals(body: ProductBody): Decimals | Refusal {
  const numbers = new Map<(typeof decimals)[number], string>()
  for (const name of decimals) {
    const value = body[name]
    if (value == null) continue
    const text = decimalText(value)
    if (text === null) return invalid(`${name} is invalid.`)
    numbers.set(name, text)
  }
  return numbers
}

function textColumns(body: ProductBody) {
  return {
    name: body.title ?? null,
    sku: body.sku ?? null,
    status: body.status ?? null,
    description: body.description ?? null,
    gtin: body.gtin ?? null,
    mpn: body.mpn ?? null,
    harmonized_code: body.harmonizedCode ?? null,
    country_of_origin: body.countryOfOrigin ?? null,
  }
}

function measureColumns(numbers: Decimals) {
  return {
    weight_gram: numbers.get('weightGram') ?? null,
    length_cm: numbers.get('lengthCm') ?? null,
    width_cm: numbers.get('widthCm') ?? null,
    height_cm: numbers.get('heightCm') ?? null,
  }
}

function idColumns(body: ProductBody) {
  return {
    category_id: rowIdOrNull(body.categoryId),
    shipping_profile_id: rowIdOrNull(body.shippingProfileId),
    shipping_package_id: rowIdOrNull(body.shippingPackageId),
  }
}

/** PROD-084: the URLs are stored and never fetched. Lists show the first one. */
function imageColumns({ images }: ProductBody) {
  if (images == null) return { images: null, image_url: null }
  return { images: JSON.stringify(images.map(({ url }) => url)), image_url: images[0]?.url ?? null }
}

function rowIdOrNull(id: ProductBody['categoryId']): number | null {
  return id == null ? null : rowId(id)
}

/** Queries that an id of a body must match. ?1 is the id, ?2 the region. */
const references = [
  {
    field: 'categoryId',
    sql: 'SELECT 1 FROM categories WHERE id = ?1 AND (region_id IS NULL OR region_id = ?2)',
    where: ' in this region',
  },
  {
    field: 'shippingProfileId',
    sql: 'SELECT ?2 FROM shipping_profiles WHERE id = ?1 AND active = 1',
    where: '',
  },
  { field: 'shippingPackageId', sql: 'SELECT ?2 FROM shipping_packages WHERE id = ?1', where: '' },
  // PROD-067, PROD-068: never falls back silently to the default.
  {
    field: 'taxRuleId',
    sql: 'SELECT 1 FROM tax_rules WHERE id = ?1 AND region_id = ?2 AND active = 1',
    where: ' in this region',
  },
] as const
