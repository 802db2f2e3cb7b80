import { makeShop } from '../../shop.ts'

/** What an app needs for categories and attributes. */
export const catalogueScopes = ['products.read', 'products.write'] as const

/** Ids of the seeded categories. */
export const seeded = { bags: 1, kitchen: 2, home: 3, paper: 4, clothing: 5, tops: 6, tShirts: 7 } as const

/** A shop with an app that may read and write the catalogue, installed in Türkiye. */
export async function makeCategoryShop() {
  const shop = await makeShop()
  const { token } = await shop.install({ requested_scopes: catalogueScopes })
  const { db } = shop
  const installIn = async (region: string) => (await shop.install({ requested_scopes: catalogueScopes, region })).token
  const installWide = async () => (await shop.installWide({ requested_scopes: catalogueScopes })).token
  /** Makes a category as the app, or finds it. */
  const create = async (fields: object, by = token) =>
    (await shop.send(by, 'POST /categories', { sortOrder: 1, ...fields })).body
  /** A category as it is stored. */
  const category = (id: number) => db.prepare('SELECT * FROM categories WHERE id = ?').get(id)
  /** Every row of the tables, to see that nothing was written. */
  const rows = (...tables: string[]) => tables.map((table) => db.prepare(`SELECT * FROM ${table}`).all())
  /** Everything that a write of categories or attributes could touch. */
  const everything = () =>
    rows(
      'categories',
      'category_contents',
      'category_attributes',
      'attributes',
      'attribute_labels',
      'attribute_values',
      'attribute_value_labels',
      'audits',
      'products',
      'product_attributes',
    )
  return { ...shop, token, installIn, installWideCatalogue: installWide, create, category, rows, everything }
}
