import { expect, it } from 'vitest'

import { makeShop } from '../api/shop.ts'

it('the seed has nested categories, each with its own slug', async () => {
  const { db } = await makeShop()

  const rows = db.prepare('SELECT id, name, parent_id, slug, status, created_by FROM categories ORDER BY id').all()

  const owners = { status: 'A', created_by: null }
  expect(rows).toEqual([
    { id: 1, name: 'Bags', parent_id: null, slug: 'bags', ...owners },
    { id: 2, name: 'Kitchen', parent_id: null, slug: 'kitchen', ...owners },
    { id: 3, name: 'Home', parent_id: null, slug: 'home', ...owners },
    { id: 4, name: 'Paper', parent_id: null, slug: 'paper', ...owners },
    { id: 5, name: 'Clothing', parent_id: null, slug: 'clothing', ...owners },
    { id: 6, name: 'Tops', parent_id: 5, slug: 'tops', ...owners },
    { id: 7, name: 'T-shirts', parent_id: 6, slug: 't-shirts', ...owners },
  ])
})

it('no seeded product is in the category with a required axis', async () => {
  const { db } = await makeShop()

  const required = db
    .prepare("SELECT category_id FROM category_attributes WHERE attr_type = 'variant' AND is_required = 1")
    .all()

  expect(required).toEqual([{ category_id: 7 }])
  expect(db.prepare('SELECT count(*) AS n FROM products WHERE category_id = 7').get()).toEqual({ n: 0 })
})

it('a store has labels only in the languages of its regions', async () => {
  const shop = await makeShop()
  const { store } = await shop.openStore({ name: 'Vienna', regions: ['AT', 'FR'] })

  const languages = (table: string, id: number) =>
    shop.context.storeDb(id).prepare(`SELECT DISTINCT language FROM ${table} ORDER BY language`).all()

  expect(languages('attribute_labels', store.id)).toEqual([{ language: 'de' }])
  expect(languages('attribute_value_labels', store.id)).toEqual([{ language: 'de' }])
  expect(languages('attribute_labels', shop.store.store.id)).toHaveLength(3)
})
