import { order, orderOperations, store } from '../bodies.ts'
import type { SeededAnswer } from '../contract.ts'
import { bool, int, key, label, listOf, objectOf, oneOf, optional, orElse, text, type Fields } from '../fields.ts'
import { operation, whole } from '../operation.ts'
import { goods } from './goods.ts'

const inStore = {
  store: optional(text({ about: "Store code. Default: the file's first store, or the only store." })),
}

function rows<const F extends Fields>(fields: F, about: string) {
  return orElse(listOf(objectOf(fields, about), { about }), [])
}

const { name, regions, withoutDomain, appKey } = store
const { name: title, prices, gtin, mpn, status, imageUrl, stock } = goods.createProduct.body

/** Existing data, which causes no events. */
export const seed = {
  seed: operation({
    method: 'POST',
    path: '/seed',
    body: {
      stores: rows(
        { name, regions, withoutDomain, appKey },
        'New stores. The code is derived from the name: My Shop becomes my-shop.',
      ),
      products: rows(
        {
          ...inStore,
          name: title,
          sku: optional(key('SKU.')),
          prices,
          gtin,
          mpn,
          status,
          imageUrl,
          stock,
        },
        'Products.',
      ),
      customers: rows({ ...inStore, name: label(200, 'Customer name.'), email: label(200, 'Email.') }, 'Customers.'),
      orders: rows(
        {
          ...inStore,
          region: order.region,
          currency: optional(text({ about: "Currency, which must be the region's currency." })),
          customer: optional(text({ about: 'Customer email. Default: each customer in turn.' })),
          paid: orElse(bool('Mark the order as paid.'), false),
          operation: optional(oneOf(orderOperations, 'Last operation on the order, for example ship.')),
          items: listOf(
            objectOf(
              { sku: key('Product SKU.'), quantity: int({ about: 'Pieces.', min: 1, max: 1_000_000 }) },
              'Order line.',
            ),
            { about: 'Order lines.', min: 1, max: 500 },
          ),
          createdAt: optional(
            text({
              about: 'ISO 8601 time in UTC. Default: now.',
              pattern: /^\d{4}-[01]\d-[0-3]\dT[0-2]\d:[0-5]\d:[0-5]\d(\.\d{1,3})?Z$/,
            }),
          ),
          externalOrderId: optional(key('Order id in another system.')),
        },
        'Orders.',
      ),
    },
    step: 'seed file loaded',
    timeoutMs: 300_000,
    answer: whole<SeededAnswer>(),
  }),
}
