import * as z from 'zod/mini'

import { endpoint } from './endpoint.ts'
import { dateTime, decimal, idText, int, text } from './fields.ts'
import { pageOf, pageQuery } from './shapes.ts'

const product = z.object({
  id: int({ about: 'Product id.' }),
  name: text({ about: 'Name in the language of the region.' }),
  sku: z.nullable(text({ about: 'Stock keeping unit.' })),
  status: text({ about: 'A published, P draft.' }),
  productType: text({ about: 'simple is the shown value.' }),
  price: decimal({ about: 'In the currency of the region.' }),
  currency: text({ about: 'Currency of the region.' }),
  stockQuantity: decimal({ about: 'Pieces in stock.' }),
  categoryId: z.nullable(int({ about: 'Category, if any.' })),
  imageUrl: z.nullable(text({ about: 'First image, if any.' })),
  createdAt: dateTime({ about: 'When the product was made.' }),
})

export const products = {
  list: endpoint({
    id: 'products.list',
    method: 'GET',
    path: '/products',
    summary: 'List the products of a region.',
    scope: 'products.read',
    pin: 'required',
    query: z.object({
      ...pageQuery,
      search: z.optional(text({ about: 'Part of the name or SKU.' })),
      status: z.optional(text({ about: 'A published, P draft.' })),
      categoryId: z.optional(idText({ about: 'Only products of this category.' })),
    }),
    response: pageOf(product),
    paging: 'page',
    idempotency: { kind: 'read' },
    errors: [],
    assumed: ['A5', 'A20', 'B16', 'B19', 'B24'],
  }),
  get: endpoint({
    id: 'products.get',
    method: 'GET',
    path: '/products/{id}',
    summary: 'Show one product.',
    scope: 'products.read',
    pin: 'required',
    params: z.object({ id: idText({ about: 'Product id.' }) }),
    response: z.extend(product, { success: z.optional(z.boolean()) }),
    idempotency: { kind: 'read' },
    errors: [{ status: 404, when: 'No such product in this region.' }],
    assumed: ['A5', 'A20', 'B18', 'B24'],
  }),
}
