import { completeFacts } from './call-facts.ts'

// Generated from the catalog by `npm run generate`.
/** Every endpoint by resource and verb, without schemas and descriptions. */
export const catalogFacts = completeFacts({
  context: {
    get: {"path":"/context","pin":"not-needed"},
  },
  orders: {
    list: {"path":"/orders","scope":"orders.read","paging":"page"},
    get: {"path":"/orders/{id}","scope":"orders.read"},
    import: {"method":"POST","path":"/orders","scope":"orders.write","idempotency":{"kind":"key","field":"externalOrderId"}},
  },
  'order-costs': {
    list: {"path":"/orders/{id}/costs","scope":"orders.costs.write","pin":"token","paging":"array"},
    put: {"method":"PUT","path":"/orders/{id}/costs","scope":"orders.costs.write","pin":"token","idempotency":{"kind":"key","field":"externalRef"}},
    delete: {"method":"DELETE","path":"/orders/{id}/costs/{externalRef}","scope":"orders.costs.write","pin":"token","idempotency":{"kind":"natural","why":""}},
  },
  products: {
    list: {"path":"/products","scope":"products.read","paging":"page"},
    get: {"path":"/products/{id}","scope":"products.read"},
    create: {"method":"POST","path":"/products","scope":"products.write","idempotency":{"kind":"key","field":"externalRef"}},
    update: {"method":"PATCH","path":"/products/{id}","scope":"products.write","idempotency":{"kind":"natural","why":""}},
    bulk: {"method":"POST","path":"/products/bulk","scope":"products.write","rows":"each","rowKey":{"fields":["externalRef"],"again":"overwrites"},"idempotency":{"kind":"key","field":"items[].externalRef"}},
    delta: {"path":"/products/delta","scope":"products.read","paging":"cursor"},
  },
  prices: {
    set: {"method":"PATCH","path":"/prices","scope":"products.write","idempotency":{"kind":"natural","why":""}},
    bulk: {"method":"POST","path":"/prices/bulk","scope":"products.write","rows":"whole","rowKey":{"fields":["productId","variantId"],"again":"overwrites"},"idempotency":{"kind":"natural","why":""}},
  },
  warehouses: {
    list: {"path":"/warehouses","scope":"products.read","pin":"not-needed","paging":"items"},
    create: {"method":"POST","path":"/warehouses","scope":"inventory.write","idempotency":{"kind":"none"}},
    claim: {"method":"POST","path":"/warehouses/{id}/claim","scope":"inventory.write","idempotency":{"kind":"natural","why":""}},
    release: {"method":"DELETE","path":"/warehouses/{id}/claim","scope":"inventory.write","idempotency":{"kind":"natural","why":""}},
  },
  inventory: {
    adjust: {"method":"POST","path":"/inventory/adjust","scope":"inventory.write","idempotency":{"kind":"none"}},
  },
  'tax-rules': {
    list: {"path":"/tax-rules","scope":"products.read","paging":"items"},
  },
  'shipping-profiles': {
    list: {"path":"/shipping-profiles","scope":"products.read","pin":"not-needed","paging":"items"},
  },
  'shipping-packages': {
    list: {"path":"/shipping-packages","scope":"products.read","pin":"not-needed","paging":"items"},
  },
  'store-info': {
    get: {"path":"/store-info","scope":"links.read"},
  },
  'storefront-targets': {
    list: {"path":"/storefront-targets","scope":"products.read","paging":"items"},
  },
  reconciliation: {
    list: {"path":"/products/reconciliation","scope":"products.read","paging":"page"},
    adopt: {"method":"POST","path":"/products/reconciliation/{id}/adopt","scope":"products.write","idempotency":{"kind":"key","field":"externalRef"}},
    'refresh-context': {"path":"/products/reconciliation/{id}/refresh-context","scope":"products.read"},
    'regenerate-sku': {"method":"POST","path":"/products/reconciliation/{id}/sku/regenerate","scope":"products.write","idempotency":{"kind":"key","field":"idempotencyKey"}},
  },
  categories: {
    list: {"path":"/categories","scope":"products.read","pin":"optional","paging":"items"},
    create: {"method":"POST","path":"/categories","scope":"products.write","idempotency":{"kind":"natural","why":""}},
    move: {"method":"PUT","path":"/categories/{id}/parent","scope":"products.write","idempotency":{"kind":"natural","why":""}},
    content: {"path":"/categories/{id}/content","scope":"products.read"},
    'set-content': {"method":"PUT","path":"/categories/{id}/content","scope":"products.write","idempotency":{"kind":"natural","why":""}},
    attributes: {"path":"/categories/{id}/attributes","scope":"products.read","paging":"items"},
    'bind-attributes': {"method":"POST","path":"/categories/{id}/attributes","scope":"products.write","rows":"each","rowKey":{"fields":["key"],"again":"finds"},"idempotency":{"kind":"natural","why":""}},
  },
  attributes: {
    list: {"path":"/attributes","scope":"products.read","paging":"items"},
    values: {"path":"/attributes/{key}/values","scope":"products.read"},
    create: {"method":"POST","path":"/attributes","scope":"products.write","rows":"each","rowKey":{"fields":["key"],"again":"finds"},"idempotency":{"kind":"natural","why":""}},
  },
  media: {
    upload: {"method":"POST","path":"/media","scope":"products.write","upload":{"field":"file","about":"An image of at most 8 MB.","maxBytes":8388608,"types":["image/jpeg","image/png","image/webp","image/gif","image/svg+xml","image/avif"]},"idempotency":{"kind":"key","field":"fileHash"}},
    generate: {"method":"POST","path":"/media/generate","scope":"products.write","idempotency":{"kind":"key","field":"fileHash"},"errors":[{"status":503,"when":""},{"status":502,"when":""}]},
  },
})
