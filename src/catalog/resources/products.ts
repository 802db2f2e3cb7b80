import { endpoint } from '../endpoint.ts'
import { bool, dateTime, decimal, givenDateTime, idText, int, looseRow, text } from '../fields.ts'
import { limits } from '../limits.ts'
import * as z from '../schema.ts'
import { pageOf, pageQuery } from '../shapes.ts'
import { productBody, productChange } from './product-body.ts'

const product = z.object({
  id: int({ about: 'Product id.' }),
  name: text({ about: "Name in the region's language." }),
  sku: z.nullable(text({ about: 'Stock keeping unit.' })),
  status: text({ about: 'A: published, P: draft.' }),
  productType: text({ about: 'Type, derived from the variants. Documented value: simple.' }),
  price: decimal({ about: "Price in the region's currency." }),
  currency: text({ about: "The region's currency." }),
  stockQuantity: decimal({ about: 'Pieces in stock.' }),
  categoryId: z.nullable(int({ about: 'Category id, if any.' })),
  imageUrl: z.nullable(text({ about: 'URL of the first image, if any.' })),
  createdAt: dateTime({ about: 'Time of creation.' }),
})

const deltaItem = z.object({
  id: int({ about: 'Product id.' }),
  status: text({ about: 'A: published, P: draft, D: deleted.' }),
  updatedAt: dateTime({ about: 'Time of the last change.' }),
  product: z.nullable(product),
})

const bulkResult = z.object({
  externalRef: z.nullable(text({ about: 'Row key, as sent.' })),
  id: z.nullable(int({ about: 'Product id. null for a failed row.' })),
  success: bool({ about: 'Whether this row was written.' }),
  message: z.optional(text({ about: 'Reason, if the row failed.' })),
})

/** Statuses in lists (A36): a deleted product appears only in the changes. */
const listedStatuses = { A: 'published', P: 'draft' } as const

const idParams = z.object({ id: idText({ about: 'Product id.' }) })

/** Errors of a product write, for each row in a bulk write. */
const refusals = [
  'A field is missing or invalid.',
  'A category, shipping profile, package or tax rule id is unknown, or the tax rule belongs to another region.',
  'A combination is duplicated or lacks a required variant axis.',
  'The category accepts only products with variants.',
  'An attribute or value key is unknown, or a required attribute is missing.',
  'variants are given for an existing product.',
]

export const products = {
  list: endpoint({
    id: 'products.list',
    method: 'GET',
    path: '/products',
    summary: "List a region's products",
    scope: 'products.read',
    pin: 'required',
    query: z.object({
      ...pageQuery,
      search: z.optional(text({ about: 'Part of the name or SKU.' })),
      status: z.optional(text({ about: 'Show only products with this status.', values: listedStatuses })),
      categoryId: z.optional(idText({ about: 'Show only products in this category.' })),
    }),
    response: pageOf(product),
    paging: 'page',
    idempotency: { kind: 'read' },
    errors: [],
    assumed: ['A5', 'A20', 'B16', 'B19', 'B24', 'C28'],
  }),
  get: endpoint({
    id: 'products.get',
    method: 'GET',
    path: '/products/{id}',
    summary: 'Show a product',
    scope: 'products.read',
    pin: 'required',
    params: idParams,
    response: z.extend(product, { success: z.optional(z.boolean()) }),
    idempotency: { kind: 'read' },
    errors: [{ status: 404, when: 'Unknown product in this region.' }],
    assumed: ['A5', 'A20', 'B18', 'B24'],
  }),
  create: endpoint({
    id: 'products.create',
    method: 'POST',
    path: '/products',
    summary: 'Create or update a product of this app by its externalRef',
    scope: 'products.write',
    pin: 'required',
    pinShown: true,
    body: productBody,
    example: {
      body: {
        externalRef: 'mug-1',
        title: 'Mug',
        price: 149.9,
        stockQuantity: 25,
        status: 'P',
        description: 'A 300 ml mug.',
        weightGram: 320,
      },
    },
    response: z.object({
      success: z.boolean(),
      id: int({ about: 'Product id.' }),
      created: bool({ about: 'false if the externalRef already existed.' }),
    }),
    idempotency: { kind: 'key', field: 'externalRef' },
    errors: refusals.map((when) => ({ status: 400, when })),
    assumed: [
      'A5',
      'A7',
      'A23',
      'B9',
      'B17',
      'B22',
      'B23',
      'B51',
      'N13',
      'N16',
      'N21',
      'C16',
      'C17',
      'C18',
      'C19',
      'C20',
      'C22',
      'C27',
    ],
  }),
  update: endpoint({
    id: 'products.update',
    method: 'PATCH',
    path: '/products/{id}',
    summary: 'Change some fields of a product that this app created',
    scope: 'products.write',
    pin: 'required',
    pinShown: true,
    params: idParams,
    body: productChange,
    example: { body: { title: 'Blue mug', price: 159.9, status: 'A' } },
    response: z.object({ success: z.boolean(), id: int({ about: 'Product id.' }) }),
    idempotency: { kind: 'natural', why: 'Writing the same values again changes nothing.' },
    errors: [
      { status: 404, when: 'Unknown product of this app in this region.' },
      ...refusals.map((when) => ({ status: 400, when })),
    ],
    assumed: ['A5', 'A7', 'A21', 'A33', 'B23', 'B24', 'N16', 'N21', 'N22', 'C16', 'C19', 'C20', 'C21'],
  }),
  bulk: endpoint({
    id: 'products.bulk',
    method: 'POST',
    path: '/products/bulk',
    summary: 'Create or update many products of this app',
    scope: 'products.write',
    pin: 'required',
    pinShown: true,
    // Each row is a product body. An invalid one fails alone, so rows are validated one by one.
    body: z.object({ items: z.array(looseRow(productBody)).check(z.minLength(1)) }),
    example: {
      body: {
        items: [
          { externalRef: 'mug-1', title: 'Mug', price: 149.9, status: 'P' },
          { externalRef: 'plate-1', title: 'Plate', price: 89.9, status: 'P' },
        ],
      },
    },
    response: z.object({
      success: z.boolean(),
      total: int({ about: 'Number of rows sent.' }),
      failed: int({ about: 'Number of failed rows.' }),
      results: z.array(bulkResult),
    }),
    rows: 'each',
    rowKey: { fields: ['externalRef'], again: 'overwrites' },
    idempotency: { kind: 'key', field: 'items[].externalRef' },
    errors: [{ status: 400, when: `The body has no rows, or more than ${limits.productRowsMax}.` }],
    assumed: [
      'A5',
      'A7',
      'A23',
      'B22',
      'B23',
      'B49',
      'B51',
      'N13',
      'N21',
      'N30',
      'C15',
      'C16',
      'C17',
      'C18',
      'C19',
      'C20',
      'C22',
    ],
  }),
  delta: endpoint({
    id: 'products.delta',
    method: 'GET',
    path: '/products/delta',
    summary: 'List products changed or deleted since a time or cursor',
    scope: 'products.read',
    pin: 'required',
    query: z.object({
      updatedAfter: z.optional(givenDateTime({ about: 'First call only: list changes after this time (UTC).' })),
      cursor: z.optional(text({ about: 'nextCursor of the last response, unchanged.' })),
      pageSize: z._default(
        int({ about: 'Rows per page.', min: 1, max: limits.deltaPageSizeMax }),
        limits.deltaPageSizeDefault,
      ),
    }),
    response: z.object({
      success: z.optional(z.boolean()),
      items: z.array(deltaItem),
      nextCursor: text({ about: 'Cursor for the next call, always present.' }),
      hasMore: bool({ about: 'true if more rows are available now.' }),
    }),
    paging: 'cursor',
    idempotency: { kind: 'read' },
    errors: [
      {
        status: 400,
        when: 'updatedAfter and cursor are missing, or the cursor is invalid.',
        advice:
          'Use updatedAfter on the first call (--updated-after 2026-01-01T00:00:00Z), then the cursor of each response.',
      },
    ],
    assumed: ['A5', 'A20', 'B16', 'B17', 'B21', 'B24'],
  }),
}
