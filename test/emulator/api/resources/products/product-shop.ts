import { makeShop, type Shop } from '../../shop.ts'

export const writerScopes = ['products.read', 'products.write'] as const

export const mug = { externalRef: 'mug-1', title: 'Enamel mug', price: 12.5 }

type Fields = Readonly<Record<string, unknown>>
type Headers = Record<string, string>

/** A shop with an app that writes products into its region TR, and what a test asks of it again and again. */
export async function makeProductShop() {
  const shop = await makeShop()
  const { token } = await shop.install({ requested_scopes: writerScopes })
  const pin = (code: string) => ({ 'X-Region-Id': String(shop.region(code)) })
  const write = (fields: Fields = {}, { as = token, headers }: { as?: string; headers?: Headers } = {}) =>
    shop.send(as, 'POST /products', { ...mug, ...fields }, headers)
  const patch = (id: number, fields: unknown, { as = token, headers }: { as?: string; headers?: Headers } = {}) =>
    shop.send(as, `PATCH /products/${id}`, fields, headers)
  const read = async (id: number, { as = token, headers = {} }: { as?: string; headers?: Headers } = {}) =>
    (await shop.call(as, `/products/${id}`, { headers })).body
  const row = (id: number) => shop.db.prepare('SELECT * FROM products WHERE id = ?').get(id) ?? {}
  const rows = (sql: string, ...values: (string | number)[]) => shop.db.prepare(sql).all(...values)
  /** Everything that a product write could touch. */
  const everything = () =>
    [
      'products',
      'variants',
      'prices',
      'stock',
      'product_attributes',
      'product_attribute_texts',
      'product_tax_rules',
    ].map((name) => rows(`SELECT * FROM ${name}`))
  const warnings = async () => {
    const { entries } = await shop.control<{ entries: { level: string; code: string; details: Fields }[] }>(
      'GET',
      '/log',
    )
    return entries.filter(({ code }) => code.startsWith('product.')).map(({ level, code }) => `${level} ${code}`)
  }
  return { ...shop, token, pin, write, patch, read, row, rows, everything, warnings }
}

export type ProductShop = Awaited<ReturnType<typeof makeProductShop>>

/** A row that a test puts into the store's database; answers with its id. */
export function put(shop: Pick<Shop, 'db'>, table: string, fields: Readonly<Record<string, string | number>>): number {
  const names = Object.keys(fields)
  const { lastInsertRowid } = shop.db
    .prepare(`INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`)
    .run(...Object.values(fields))
  return Number(lastInsertRowid)
}

interface NewAttribute {
  readonly key: string
  readonly type?: 'attribute' | 'variant'
  readonly values?: readonly string[]
}

/** An attribute of the dictionary with its values. */
export function addAttribute(shop: Pick<Shop, 'db'>, { key, type = 'attribute', values = [] }: NewAttribute): number {
  const id = put(shop, 'attributes', { attr_key: key, attr_type: type })
  for (const value of values) put(shop, 'attribute_values', { attribute_id: id, value_key: value })
  return id
}

interface Binding {
  readonly categoryId: number
  readonly attributeId: number
  readonly type?: 'attribute' | 'variant'
  readonly isRequired?: boolean
  readonly isMulti?: boolean
}

export function bind(shop: Pick<Shop, 'db'>, binding: Binding): void {
  const { categoryId, attributeId, type = 'attribute', isRequired = false, isMulti = false } = binding
  shop.db
    .prepare(
      'INSERT INTO category_attributes (category_id, attribute_id, attr_type, is_required, is_multi) VALUES (?, ?, ?, ?, ?)',
    )
    .run(categoryId, attributeId, type, Number(isRequired), Number(isMulti))
}

export function addCategory(shop: Pick<Shop, 'db'>, name: string): number {
  return put(shop, 'categories', { name })
}
