import type { DatabaseSync } from 'node:sqlite'

import { integer, integerOrNull, text, textOrNull, type Row } from '../../../storage/columns.ts'
import { prepared } from '../../../storage/statements.ts'

export interface ListedProduct {
  readonly id: number
  readonly name: string
  /** URL of its picture, as sent. */
  readonly image: string | null
  /** Decimal text in the region's currency. */
  readonly price: string
}

export interface ShownProduct extends ListedProduct {
  readonly sku: string | null
  readonly description: string | null
  readonly category: { readonly id: number; readonly name: string } | null
  /** All pictures, including the first. */
  readonly images: readonly string[]
}

export interface ProductRange {
  readonly regionId: number
  /** Exclusive upper limit of the ids. */
  readonly below: number
  readonly limit: number
}

const listed = `SELECT p.id, p.name, p.image_url, c.price FROM products p
  JOIN prices c ON c.product_id = p.id AND c.variant_id = 0 AND c.region_id = ?`

/** Returns the region's products, newest first: published, with a price there (B24). */
export function regionProducts(db: DatabaseSync, { regionId, below, limit }: ProductRange): ListedProduct[] {
  const ids = prepared(
    db,
    `SELECT product_id AS id FROM listed_products WHERE region_id = ? AND status = 'A' AND product_id < ?
     ORDER BY product_id DESC LIMIT ?`,
  ).all(regionId, below, limit)
  return ids.flatMap((row) => listedProduct(db, regionId, integer(row, 'id')))
}

/** Returns the region's products of some categories. Each category's index is read only as far as the page needs. */
export function categoryProducts(
  db: DatabaseSync,
  categoryIds: readonly number[],
  { regionId, below, limit }: ProductRange,
): ListedProduct[] {
  const inCategory = prepared(
    db,
    `SELECT p.id FROM products p WHERE p.category_id = ?1 AND p.status = 'A' AND p.id < ?2
       AND EXISTS (SELECT 1 FROM prices c WHERE c.product_id = p.id AND c.variant_id = 0 AND c.region_id = ?3)
     ORDER BY p.id DESC LIMIT ?4`,
  )
  return categoryIds
    .flatMap((id) => inCategory.all(id, below, regionId, limit).map((row) => integer(row, 'id')))
    .toSorted((one, other) => other - one)
    .slice(0, limit)
    .flatMap((id) => listedProduct(db, regionId, id))
}

function listedProduct(db: DatabaseSync, regionId: number, id: number): ListedProduct[] {
  const row = prepared(db, `${listed} WHERE p.id = ?`).get(regionId, id)
  return row === undefined ? [] : [fromRow(row)]
}

function fromRow(row: Row): ListedProduct {
  return {
    id: integer(row, 'id'),
    name: text(row, 'name'),
    image: textOrNull(row, 'image_url'),
    price: text(row, 'price'),
  }
}

/** Returns a product as its region sells it, or null if it is unknown, draft, deleted or without a price there. */
export function readProduct(
  db: DatabaseSync,
  { regionId, productId }: { readonly regionId: number; readonly productId: number },
): ShownProduct | null {
  const row = prepared(
    db,
    `SELECT p.id, p.name, p.sku, p.description, p.image_url, p.images, p.category_id, k.name AS category, c.price
     FROM products p JOIN prices c ON c.product_id = p.id AND c.variant_id = 0 AND c.region_id = ?
     LEFT JOIN categories k ON k.id = p.category_id AND k.status = 'A' AND (k.region_id IS NULL OR k.region_id = c.region_id)
     WHERE p.id = ? AND p.status = 'A'`,
  ).get(regionId, productId)
  if (row === undefined) return null
  const product = fromRow(row)
  const categoryId = integerOrNull(row, 'category_id')
  const category = textOrNull(row, 'category')
  return {
    ...product,
    sku: textOrNull(row, 'sku'),
    description: textOrNull(row, 'description'),
    category: categoryId === null || category === null ? null : { id: categoryId, name: category },
    images: imagesOf(textOrNull(row, 'images'), product.image),
  }
}

/** Reads a column with a JSON array that only the emulator writes. */
function imagesOf(images: string | null, first: string | null): readonly string[] {
  const all = images === null ? [] : (JSON.parse(images) as readonly string[])
  return all.length > 0 || first === null ? all : [first]
}
