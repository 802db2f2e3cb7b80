import { integer, text } from '../../../storage/columns.ts'
import { prepared, type Prepared } from '../../../storage/statements.ts'
import { countryOf } from '../../platform/countries.ts'
import { freeCategorySlug } from '../../store/products/category-slug.ts'
import { gtin13 } from '../gtin.ts'
import type { Seeding } from '../seeding.ts'
import type { ReportSeed } from '../seeds.ts'
import { createBatch, type Batch } from './batch.ts'
import { adjectives, cotton, departments, materials } from './words.ts'

const MINUTE_MS = 60_000
/** Age of the first product. */
const OLDEST_MINUTES = 730 * 24 * 60
const REPORT_EVERY = 10_000

/** One kind of goods: a category below its department. */
interface Kind {
  readonly name: string
  readonly categoryId: number
  readonly cents: number
}

interface Statements {
  readonly product: Prepared
  readonly price: Batch
  readonly stock: Batch
  readonly attribute: Batch
  readonly variant: Prepared
}

interface Shelf {
  readonly kinds: readonly [Kind, ...Kind[]]
  readonly shirts: Kind
  /** Value key to id, for materials and sizes. */
  readonly values: ReadonlyMap<string, number>
  readonly warehouses: readonly { readonly id: number; readonly regionId: number }[]
  readonly insert: Statements
}

/** One product in this many is deleted, which only the delta shows. */
const DELETED_EVERY = 199

/**
 * Adds `count` products: simple ones, every eighth a T-shirt in sizes, some drafts, all with a
 * barcode of no real manufacturer. Adds a few deleted ones on top.
 */
export function seedManyProducts(seeding: Seeding, count: number, report: ReportSeed): void {
  const shelf = openShelf(seeding)
  const total = count + Math.floor(count / (DELETED_EVERY - 1))
  for (let at = 0; at < total; at++) {
    if (at % REPORT_EVERY === 0) report({ what: 'products', done: Math.min(at, count), of: count })
    seedProduct(seeding, shelf, { at, createdAt: makeTime(seeding, at, total) })
  }
  const { price, stock, attribute } = shelf.insert
  for (const batch of [price, stock, attribute]) batch.flush()
}

/** Spreads creation times evenly, in whole minutes, from two years ago to the small seed's first product. */
function makeTime({ dayStart }: Seeding, at: number, total: number): number {
  const span = OLDEST_MINUTES - 100 * 24 * 60
  return dayStart - (OLDEST_MINUTES - Math.floor((at * span) / total)) * MINUTE_MS
}

interface NewProduct {
  readonly at: number
  readonly createdAt: number
}

function seedProduct(seeding: Seeding, shelf: Shelf, { at, createdAt }: NewProduct): void {
  const { store, random } = seeding
  const isShirt = at % 8 === 7
  const kind = isShirt ? shelf.shirts : random.pick(shelf.kinds)
  const material = isShirt ? cotton : random.pick(materials)
  const name = `${random.pick(adjectives)} ${material.word.toLowerCase()} ${kind.name.toLowerCase()} ${at + 1}`
  const image = `https://${store.domain}/media/${kind.categoryId}-${at % 40}.jpg`
  const { lastInsertRowid } = shelf.insert.product.run(
    name,
    `${store.code.toUpperCase()}-X${String(at + 1).padStart(6, '0')}`,
    pickStatus(at),
    isShirt ? 'variant' : 'simple',
    kind.categoryId,
    image,
    JSON.stringify([image]),
    `${name}, for every day.`,
    // The small seed uses the first GTINs.
    gtin13(1000 + at),
    `EX-${10_000 + at}`,
    String(50 + random.below(2000)),
    isShirt ? '["size"]' : null,
    createdAt,
    createdAt,
  )
  const productId = Number(lastInsertRowid)
  const value = material.value === null ? undefined : shelf.values.get(material.value)
  if (value !== undefined) shelf.insert.attribute.add(productId, 0, value)
  const regions = seedPrices(seeding, shelf, { at, productId, cents: makeCents(seeding, kind) })
  if (isShirt) seedSizes(seeding, shelf, { productId, at })
  else seedStock(seeding, shelf, { productId, variantId: 0, regions })
}

function pickStatus(at: number): string {
  if (at % DELETED_EVERY === DELETED_EVERY - 1) return 'D'
  return at % 17 === 16 ? 'P' : 'A'
}

function makeCents({ random }: Seeding, { cents }: Kind): number {
  return Math.round((cents * (60 + random.below(120))) / 100)
}

interface Priced {
  readonly at: number
  readonly productId: number
  /** Euro cents. */
  readonly cents: number
}

/** The home region sells everything. Each other region omits every fifth product. Returns the regions that sell it. */
function seedPrices({ store }: Seeding, { insert }: Shelf, { at, productId, cents }: Priced): Set<number> {
  const regions = new Set<number>()
  for (const [place, { id, countryCode }] of store.regions.entries()) {
    if (place > 0 && (at + place) % 5 === 0) continue
    regions.add(id)
    insert.price.add(productId, id, (Math.round(cents * Number(countryOf(countryCode).priceFactor)) / 100).toFixed(2))
  }
  return regions
}

interface Stocked {
  readonly productId: number
  readonly variantId: number
  readonly regions: ReadonlySet<number>
}

function seedStock({ random }: Seeding, shelf: Shelf, { productId, variantId, regions }: Stocked): void {
  for (const { id, regionId } of shelf.warehouses) {
    if (regions.has(regionId)) shelf.insert.stock.add(productId, variantId, id, String(random.below(200)))
  }
}

const sizes = ['s', 'm', 'l'] as const

/** Adds three sizes of a T-shirt, each with its own stock in the first warehouse. */
function seedSizes(
  { store, random }: Seeding,
  { insert, values, warehouses }: Shelf,
  { productId, at }: { productId: number; at: number },
): void {
  for (const size of sizes) {
    const sku = `${store.code.toUpperCase()}-X${String(at + 1).padStart(6, '0')}-${size.toUpperCase()}`
    const variantId = Number(insert.variant.run(productId, sku, JSON.stringify({ size })).lastInsertRowid)
    const value = values.get(size)
    if (value !== undefined) insert.attribute.add(productId, variantId, value)
    const [home] = warehouses
    if (home !== undefined) insert.stock.add(productId, variantId, home.id, String(random.below(60)))
  }
}

function openShelf(seeding: Seeding): Shelf {
  const { db } = seeding
  const rows = prepared(
    db,
    `SELECT v.id, v.value_key FROM attribute_values v JOIN attributes a ON a.id = v.attribute_id WHERE a.attr_key IN ('material', 'size')`,
  ).all()
  const [first, ...rest] = departments.flatMap((department) => seedDepartment(seeding, department))
  const shirts = { name: 'T-shirt', categoryId: categoryNamed(seeding, 'T-shirts', null), cents: 2500 }
  return {
    kinds: first === undefined ? [shirts] : [first, ...rest],
    shirts,
    values: new Map(rows.map((row) => [text(row, 'value_key'), integer(row, 'id')])),
    warehouses: prepared(
      db,
      'SELECT min(id) AS id, region_id FROM warehouses WHERE owner_app_key IS NULL GROUP BY region_id ORDER BY 1',
    )
      .all()
      .map((row) => ({ id: integer(row, 'id'), regionId: integer(row, 'region_id') })),
    insert: {
      product: prepared(
        db,
        `INSERT INTO products (name, sku, status, product_type, category_id, image_url, images, description, gtin, mpn, weight_gram,
           variant_axes, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      ),
      price: createBatch(db, 'prices', ['product_id', 'region_id', 'price']),
      stock: createBatch(db, 'stock', ['product_id', 'variant_id', 'warehouse_id', 'quantity']),
      attribute: createBatch(db, 'product_attributes', ['product_id', 'variant_id', 'value_id']),
      variant: prepared(db, 'INSERT INTO variants (product_id, sku, combination) VALUES (?, ?, ?)'),
    },
  }
}

function seedDepartment(seeding: Seeding, { name, kinds, cents }: (typeof departments)[number]): Kind[] {
  const parentId = categoryNamed(seeding, name, null)
  return kinds.map((kind) => ({ name: kind, categoryId: categoryNamed(seeding, `${kind}s`, parentId), cents }))
}

/** Returns the category with this name, and creates it if the small seed has none. */
function categoryNamed({ db }: Seeding, name: string, parentId: number | null): number {
  const known = prepared(db, 'SELECT id FROM categories WHERE name = ? ORDER BY id').get(name)
  if (known !== undefined) return integer(known, 'id')
  const { lastInsertRowid } = prepared(
    db,
    'INSERT INTO categories (region_id, parent_id, name, slug, sort_order) SELECT NULL, ?, ?, ?, 10 * (count(*) + 1) FROM categories',
  ).run(parentId, name, freeCategorySlug(db, name))
  return Number(lastInsertRowid)
}
