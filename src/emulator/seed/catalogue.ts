import Big from 'big.js'

import { insertRow, prepared } from '../../storage/statements.ts'
import { countryOf } from '../platform/countries.ts'
import { seedDictionary } from './attributes.ts'
import { seedCategories } from './categories.ts'
import { goods } from './goods.ts'
import type { Seeding } from './seeding.ts'

export interface SeededProduct {
  readonly id: number
  readonly name: string
  readonly sku: string
  /** Region id to price, as decimal text in the region's currency. A missing region does not sell the product. */
  readonly prices: ReadonlyMap<number, string>
}

const DAY_MS = 24 * 3_600_000

/** Inserts categories, products with a price in each region that sells them, warehouses with stock, and tax rules. */
export function seedCatalogue(seeding: Seeding): SeededProduct[] {
  const categories = seedCategories(seeding)
  const materials = seedDictionary(seeding, categories)
  seedTaxRules(seeding)
  const warehouses = seedWarehouses(seeding)
  return goods.map((good, at) => {
    const createdAt = seeding.dayStart - (90 - at) * DAY_MS
    const sku = `${seeding.store.code.toUpperCase()}-${String(at + 1).padStart(3, '0')}`
    const id = insertRow(seeding.db, 'products', {
      name: good.name,
      sku,
      status: good.isDraft === true ? 'P' : 'A',
      category_id: categories.get(good.category) ?? null,
      image_url: `https://${seeding.store.domain}/media/${good.image}`,
      created_at: createdAt,
      updated_at: createdAt,
    })
    const product = {
      id,
      name: good.name,
      sku,
      prices: seedPrices(seeding, id, at),
    }
    const material = good.material === undefined ? undefined : materials.get(good.material)
    if (material !== undefined) seedMaterial(seeding, product.id, material)
    seedStock(seeding, product, warehouses)
    return product
  })
}

function seedMaterial({ db }: Seeding, productId: number, valueId: number): void {
  insertRow(db, 'product_attributes', { product_id: productId, value_id: valueId })
}

/** The home region sells everything. Each other region omits every fifth product, each a different one. */
function seedPrices({ db, store, random }: Seeding, productId: number, at: number): Map<number, string> {
  const good = goods[at]
  const prices = new Map<number, string>()
  for (const [place, region] of store.regions.entries()) {
    const variation = 95 + random.below(11)
    if (good === undefined || (place > 0 && (at + place) % 5 === 0)) continue
    const price = new Big(good.euro).times(countryOf(region.countryCode).priceFactor).times(variation).div(100)
    prices.set(region.id, price.toFixed(2))
    insertRow(db, 'prices', { product_id: productId, region_id: region.id, price: price.toFixed(2) })
  }
  return prices
}

interface SeededWarehouse {
  readonly id: number
  readonly regionId: number
}

/** Creates one warehouse per region (the home region's is the store's default) and an empty one that an app may claim. */
export function seedWarehouses({ db, store }: Pick<Seeding, 'db' | 'store'>): SeededWarehouse[] {
  const insert = prepared(
    db,
    'INSERT INTO warehouses (name, code, country_code, region_id, is_default) VALUES (?, ?, ?, ?, ?)',
  )
  const filled = store.regions.map((region, at) => {
    const { city } = countryOf(region.countryCode)
    const { lastInsertRowid } = insert.run(city, `${region.code}-main`, region.countryCode, region.id, at === 0 ? 1 : 0)
    return { id: Number(lastInsertRowid), regionId: region.id }
  })
  const [home] = store.regions
  if (home) insert.run('Spare room', `${home.code}-spare`, home.countryCode, home.id, 0)
  return filled
}

function seedStock({ db, random }: Seeding, product: SeededProduct, warehouses: readonly SeededWarehouse[]): void {
  for (const warehouse of warehouses) {
    if (!product.prices.has(warehouse.regionId)) continue
    insertRow(db, 'stock', {
      product_id: product.id,
      warehouse_id: warehouse.id,
      quantity: String(5 + random.below(120)),
    })
  }
}

/** A changed rate leaves its old row inactive (TAX rules of document 2). */
export function seedTaxRules({ db, store }: Pick<Seeding, 'db' | 'store'>): void {
  const insert = prepared(
    db,
    'INSERT INTO tax_rules (region_id, name, rate, is_default, active, description) VALUES (?, ?, ?, ?, ?, ?)',
  )
  for (const region of store.regions) {
    const [standard, reduced] = countryOf(region.countryCode).tax
    insert.run(region.id, 'Standard', new Big(standard).minus(1).abs().toString(), 0, 0, 'Before the rate changed')
    insert.run(region.id, 'Standard', standard, 1, 1, null)
    insert.run(region.id, 'Reduced', reduced, 0, 1, 'Food and books')
  }
}
