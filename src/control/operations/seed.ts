import { order, store } from '../bodies.ts'
import type { SeededAnswer } from '../contract.ts'
import { bool, int, key, label, listOf, objectOf, optional, orElse, text, type Fields } from '../fields.ts'
import { operation, whole } from '../operation.ts'
import { goods } from './goods.ts'

const inStore = {
  store: optional(text({ about: "Store code. By default the file's first store, or the only store of the emulator." })),
}

function rows<const F extends Fields>(fields: F, about: string) {
  return orElse(listOf(objectOf(fields, about), { about }), [])
}

const { name, regions, withoutDomain, appKey } = store
const { name: title, prices, gtin, mpn, status, imageUrl, stock } = goods.createProduct.body

/** Data that existed before: it causes no events. */
export const seed = {
  seed: operation({
    method: 'POST',
    path: '/seed',
    body: {
      stores: rows(
        { name, regions, withoutDomain, appKey },
        'New stores with tax rules and warehouses. The code of a store is its name: My Shop has the code my-shop.',
      ),
      products: rows(
        {
          ...inStore,
          name: title,
          sku: optional(key('SKU. Unique in the store.')),
          prices,
          gtin,
          mpn,
          status,
          imageUrl,
          stock,
        },
        'Products.',
      ),
      customers: rows(
        { ...inStore, name: label(200, 'Name.'), email: label(200, 'Email. Unique in the store.') },
        'Customers.',
      ),
      orders: rows(
        {
          ...inStore,
          region: order.region,
          currency: optional(text({ about: "The region's currency. Any other is an error." })),
          customer: optional(text({ about: 'Email of the customer. By default each in turn.' })),
          paid: orElse(bool('The order is paid.'), false),
          items: listOf(
            objectOf(
              { sku: key('SKU of a product.'), quantity: int({ about: 'Pieces.', min: 1, max: 1_000_000 }) },
              'A product and a quantity.',
            ),
            { about: 'Order lines, at the prices of the region.', min: 1, max: 500 },
          ),
          createdAt: optional(
            text({
              about: "ISO-8601 time in UTC. By default the emulator's time.",
              pattern: /^\d{4}-[01]\d-[0-3]\dT[0-2]\d:[0-5]\d:[0-5]\d(\.\d{1,3})?Z$/,
            }),
          ),
          externalOrderId: optional(key('Id in another system.')),
        },
        'Orders. They take nothing out of stock.',
      ),
    },
    step: 'seed file written',
    timeoutMs: 300_000,
    answer: whole<SeededAnswer>(),
  }),
}
