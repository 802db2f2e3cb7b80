import { expect, it } from 'vitest'

import { style } from '../../src/terminal/style.ts'
import { ExactNumber } from '../../src/text/json.ts'
import { attributeTable, valueTable, writtenAttributes } from '../../src/views/call/attributes.ts'
import {
  bindingTable,
  categoryAttributeTable,
  categoryContent,
  categoryTable,
  createdCategory,
  movedCategory,
  writtenContent,
} from '../../src/views/call/categories.ts'
import { contextView } from '../../src/views/call/context.ts'
import { adjustedStock } from '../../src/views/call/inventory.ts'
import { costTable, deletedCost, writtenCost } from '../../src/views/call/order-costs.ts'
import { importedOrder, orderDetail, orderTable } from '../../src/views/call/orders.ts'
import { writtenPrice, writtenPrices } from '../../src/views/call/prices.ts'
import {
  bulkTable,
  deltaTable,
  productDetail,
  productTable,
  updatedProduct,
  writtenProduct,
} from '../../src/views/call/products.ts'
import { rawView } from '../../src/views/call/raw.ts'
import { packageTable, profileTable } from '../../src/views/call/shipping.ts'
import { storeInfoView } from '../../src/views/call/store-info.ts'
import { targetTable } from '../../src/views/call/storefront-targets.ts'
import { taxRuleTable } from '../../src/views/call/tax-rules.ts'
import {
  claimedWarehouse,
  createdWarehouse,
  releasedWarehouse,
  warehouseTable,
} from '../../src/views/call/warehouses.ts'

const piped = { width: 0, style: style(false) }
const screen = { width: 120, style: style(false) }

const order = {
  id: 7,
  orderNumber: 'TR-7',
  status: 'paid',
  grandTotal: new ExactNumber('249.90'),
  currency: 'TRY',
  itemCount: 2,
  orderSource: 'web',
  customer: { name: null, email: null },
}

const page = { items: [order, { ...order, id: 8, currency: 'EUR' }], totalCount: 41, page: 1, pageSize: 20 }

it('shows amounts unchanged with their currency, and sums nothing (GEN-012 GEN-013)', () => {
  expect(orderTable(page, piped)).toBe('7\tTR-7\tpaid\t249.90 TRY\t2\tweb\t–\n8\tTR-7\tpaid\t249.90 EUR\t2\tweb\t–')
})

it('shows the total number of orders from totalCount (ORD-006)', () => {
  expect(orderTable(page, screen)).toContain('2 of 41 orders')
  expect(orderTable({ ...page, items: [] }, screen)).toBe('No orders.')
})

it('explains why a list has orders of several currencies, if it has (B50)', () => {
  expect(orderTable(page, screen)).toContain('orders without a region')
  expect(orderTable({ ...page, items: [order] }, screen)).not.toContain('orders without a region')
})

it('escapes text from stores (T21)', () => {
  const evil = { ...order, orderNumber: '\u001b]0;x\u0007', customer: { name: 'a\tb\nc', email: null } }

  const shown = orderTable({ ...page, items: [evil] }, piped)

  expect(shown).toBe('7\t\\u001b]0;x\\u0007\tpaid\t249.90 TRY\t2\tweb\ta\\tb\\nc')
})

/** Whatever the documents promise, each field may hold this. */
const hostile = '\u001b]52;c;aGk=\u0007\u009b2J\u202e\r'
const hostileFields = new Proxy({}, { get: (_, name) => (name === 'toJSON' ? undefined : hostile) })

const everyHostile = { categoryId: hostile, previousParentId: hostile, targetParentId: hostile }

it.each([
  ['orders', orderTable, { items: [hostileFields], totalCount: hostile, page: hostile, pageSize: hostile }],
  ['an order', orderDetail, { ...order, id: hostile, status: hostile, createdAt: hostile, items: [hostileFields] }],
  ['an imported order', importedOrder, { orderId: hostile, idempotent: true }],
  ['cost lines', costTable, [hostileFields]],
  ['a written cost', writtenCost, { updated: hostile }],
  ['a deleted cost', deletedCost, { deleted: hostile }],
  ['products', productTable, { items: [hostileFields], totalCount: hostile, page: hostile, pageSize: hostile }],
  ['a product', productDetail, hostileFields],
  ['a written product', writtenProduct, { id: hostile, created: true }],
  ['an updated product', updatedProduct, { id: hostile }],
  ['a bulk write', bulkTable, { results: [hostileFields], total: hostile, failed: hostile }],
  ['a bulk write without rows', bulkTable, { total: hostile, failed: hostile }],
  ['a delta', deltaTable, { items: [hostileFields], nextCursor: hostile, hasMore: hostile }],
  ['a price', writtenPrice, { success: hostile }],
  ['prices', writtenPrices, { success: hostile }],
  ['warehouses', warehouseTable, { items: [hostileFields] }],
  ['a created warehouse', createdWarehouse, hostileFields],
  ['a claimed warehouse', claimedWarehouse, { id: hostile, name: hostile }],
  ['a warehouse that was mine', claimedWarehouse, { id: hostile, alreadyMine: true }],
  ['changed stock', adjustedStock, hostileFields],
  ['a released warehouse', releasedWarehouse, hostileFields],
  ['shipping profiles', profileTable, { items: [hostileFields] }],
  ['shipping packages', packageTable, { items: [hostileFields] }],
  ['a store', storeInfoView, hostileFields],
  ['storefront targets', targetTable, { items: [hostileFields] }],
  ['a storefront target without an address', targetTable, { items: [{ targetPath: hostile, url: null }] }],
  ['tax rules', taxRuleTable, { items: [hostileFields] }],
  ['the context', contextView, { appKey: hostile, scopes: [hostile], store: hostileFields, regions: [hostileFields] }],
  ['categories', categoryTable, { items: [hostileFields] }],
  ['a created category', createdCategory, { id: hostile, created: true, slug: hostile }],
  ['a found category', createdCategory, { id: hostile, created: false, slug: hostile }],
  ['a moved category', movedCategory, { ...everyHostile, moved: true, audit: hostileFields }],
  ['a category that stayed', movedCategory, { ...everyHostile, moved: false, audit: null }],
  ['texts of a category', categoryContent, hostileFields],
  ['written texts', writtenContent, hostileFields],
  ['attributes of a category', categoryAttributeTable, { items: [hostileFields], requiredVariantAxes: [hostile] }],
  ['allowed values', categoryAttributeTable, { items: [{ allowedValues: [hostile] }], requiredVariantAxes: hostile }],
  ['bindings', bindingTable, { results: [hostileFields] }],
  ['attributes', attributeTable, { items: [hostileFields] }],
  ['categories of attributes', attributeTable, { items: [{ categoryIds: [hostile] }] }],
  ['values', valueTable, { items: [hostileFields], usageCountsIncluded: true }],
  ['written attributes', writtenAttributes, { results: [hostileFields] }],
  ['failed attributes', writtenAttributes, { results: [{ code: hostile, message: hostile, warnings: [hostile] }] }],
  ['a raw body', rawView, { [hostile]: hostile }],
])('no field of %s reaches the terminal as a command, whatever its type (T21)', (_, view, body) => {
  // The bodies are wrong on purpose.
  const show = view as (body: unknown, looks: typeof screen) => string

  // oxlint-disable-next-line no-control-regex -- control characters are what it looks for
  expect(show(body, screen)).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/)
})

it('shows an order with its lines, and explains why the customer is not visible', () => {
  const shown = orderDetail(
    {
      ...order,
      subtotal: 200,
      taxTotal: new ExactNumber('49.90'),
      createdAt: '2026-11-21T12:00:00Z',
      billingAddress: null,
      shippingAddress: { city: 'İzmir\u001b' },
      items: [
        { productId: 1, variantId: null, productName: 'Mug', sku: null, quantity: 2, unitPrice: 100, totalPrice: 200 },
      ],
    },
    screen,
  )

  expect(shown).toContain('not visible without customers.read')
  expect(shown).toContain('49.90 TRY')
  expect(shown).toContain('İzmir\\')
  expect(shown).not.toContain('\u001b')
  expect(shown).toMatch(/Mug\s+–\s+2\s+100\.00 TRY\s+200\.00 TRY/)
})

it('shows costs, products, warehouses and tax rules as rows', () => {
  const cost = {
    externalRef: 'c1',
    costType: 'cod_fee',
    amount: new ExactNumber('5.00'),
    currency: 'TRY',
    description: null,
    createdAt: '2026-11-21T12:00:00Z',
  }
  const product = {
    id: 1,
    name: 'Mug',
    sku: 'M',
    status: 'P',
    productType: 'simple',
    price: 10,
    currency: 'EUR',
    stockQuantity: 3,
    categoryId: null,
    imageUrl: null,
    createdAt: 'x',
  }
  const warehouse = {
    id: 1,
    name: 'Main',
    code: 'M',
    countryCode: 'TR',
    regionId: 1,
    isDefault: true,
    isVirtual: false,
    isMine: false,
  }

  expect(costTable([cost], piped)).toBe('c1\tcod_fee\t5.00 TRY\t–\t2026-11-21T12:00:00Z')
  expect(productTable({ ...page, items: [product] }, piped)).toBe('1\tMug\tM\tP draft\t10 EUR\t3')
  expect(productDetail(product, piped)).toContain('P draft')
  expect(warehouseTable({ items: [warehouse], myWarehouseCount: 0, hint: null }, piped)).toBe(
    '1\tMain\tM\tTR\t1\tyes\tno\tno',
  )
  expect(
    taxRuleTable(
      { totalCount: 1, items: [{ id: 1, name: 'KDV', rate: 20, isDefault: true, description: null }], hint: null },
      piped,
    ),
  ).toBe('1\tKDV\t20 %\tyes\t–')
})

it('reports an empty list', () => {
  expect(profileTable({ items: [], totalCount: 0, hint: null }, piped)).toBe('No shipping profiles.')
  expect(packageTable({ items: [], totalCount: 0, hint: null }, piped)).toBe('No shipping packages.')
  expect(targetTable({ items: [], totalCount: 0 }, piped)).toBe('No pages.')
  const target = { type: 'page', id: 1, title: 'About', targetPath: '/pages/about', url: null, imageUrl: null }
  expect(targetTable({ items: [target], totalCount: 1 }, piped)).toBe('page\t1\tAbout\t/pages/about')
})

it('reports the result of a write, and that a first cost write is not a failure (A39)', () => {
  expect(writtenCost({ success: true, updated: false }, piped)).toBe('Cost line saved.')
  expect(deletedCost({ success: true, deleted: 0 }, piped)).toBe('No such cost line.')
  expect(importedOrder({ success: true, orderId: 5, idempotent: true }, piped)).toContain('already existed')
})

it('shows the regions that a pin may use (PIN-013)', () => {
  const shown = contextView(
    {
      appKey: 'app.a.b',
      store: { id: 1, code: 'demo' },
      installScope: 'store',
      pinnedRegionId: null,
      regions: [{ id: 3, code: 'TR', countryCode: 'TR', currencyCode: 'TRY', languageCode: 'tr', isDefault: true }],
      scopes: ['orders.read'],
    },
    piped,
  )

  expect(shown).toContain('3\tTR\tTR\tTRY\ttr\tyes')
  expect(shown).toContain('store-wide')
})

it('shows the region of an install for one region (PIN-003)', () => {
  const regions = [{ id: 3, code: 'tr', countryCode: 'TR', currencyCode: 'TRY', languageCode: 'tr', isDefault: true }]
  const seen = { appKey: 'app.a.b', store: { id: 1, code: 'demo' }, scopes: [], regions, pinnedRegionId: 3 }

  const shown = contextView({ ...seen, installScope: 'region' }, piped)

  expect(shown).toMatch(/Region\s+tr \(id 3\)/)
})

it('shows a raw body with every digit', () => {
  expect(rawView({ id: new ExactNumber('9007199254740993') }, piped)).toBe('{\n  "id": 9007199254740993\n}')
})

it('a bulk write shows each row with its number, and only the error counts the failures (PROD-107)', () => {
  const results = [
    { externalRef: 'a', id: 7, success: true },
    { externalRef: null, id: null, success: false, message: 'The row must be a JSON object.' },
  ]

  expect(bulkTable({ success: true, total: 2, failed: 1, results }, piped)).toBe(
    'a\t7\twritten\t–\n–\t–\tfailed\tThe row must be a JSON object.',
  )
  const shown = bulkTable({ success: true, total: 2, failed: 1, results }, screen)
  expect(shown.split('\n')).toEqual([
    'ROW  REF  ID  RESULT   WHY',
    '  1  a     7  written  –',
    '  2  –     –  failed   The row must be a JSON object.',
  ])
  const written = results.slice(0, 1)
  expect(bulkTable({ success: true, total: 1, failed: 0, results: written }, screen)).toMatch(/\nWrote 1 row\.$/)
  expect(bulkTable({ success: true, total: 0, failed: 0, results: [] }, piped)).toBe('No rows.')
})

it('a delta shows a deleted product as a row, and the cursor to continue from (DELTA-021)', () => {
  const gone = { id: 7, status: 'D', updatedAt: '2026-11-21T12:00:00.000Z', product: null }
  const page = { items: [gone], nextCursor: '2026-11-21T12:00:00.000Z|7' }

  expect(deltaTable({ ...page, hasMore: false }, piped)).toBe('7\tD deleted\t2026-11-21T12:00:00.000Z\t–\t–')
  expect(deltaTable({ ...page, hasMore: true }, screen)).toMatch(
    /\nMore changes are waiting\. To fetch them, use --cursor '2026-11-21T12:00:00.000Z\|7'$/,
  )
  expect(deltaTable({ ...page, items: [], hasMore: false }, screen)).toMatch(
    /^No changes\.\nNo more changes\. To fetch later ones,/,
  )
})

it('reports clearly that a price was not set', () => {
  expect([writtenPrice({ success: true }, piped), writtenPrice({ success: false }, piped)]).toEqual([
    'Price set.',
    'The price was not set.',
  ])
  expect([writtenPrices({ success: true }, piped), writtenPrices({ success: false }, piped)]).toEqual([
    'All prices set.',
    'No price was set.',
  ])
})
