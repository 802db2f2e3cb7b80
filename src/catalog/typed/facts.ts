import type { CallFacts } from './call-facts.ts'

// Generated from the catalog by `npm run generate`.
/** Every endpoint by resource and verb, without schemas and descriptions. */
export const catalogFacts: Readonly<Record<string, Readonly<Record<string, CallFacts>>>> = {
  context: {
    get: {"id":"context.get","method":"GET","path":"/context","scope":null,"pin":"not-needed","idempotency":{"kind":"read"},"errors":[]},
  },
  orders: {
    list: {"id":"orders.list","method":"GET","path":"/orders","scope":"orders.read","pin":"required","paging":"page","idempotency":{"kind":"read"},"errors":[]},
    get: {"id":"orders.get","method":"GET","path":"/orders/{id}","scope":"orders.read","pin":"required","idempotency":{"kind":"read"},"errors":[{"status":404,"when":""}]},
    import: {"id":"orders.import","method":"POST","path":"/orders","scope":"orders.write","pin":"required","idempotency":{"kind":"key","field":"externalOrderId"},"errors":[{"status":400,"when":""}]},
  },
  'order-costs': {
    list: {"id":"order-costs.list","method":"GET","path":"/orders/{id}/costs","scope":"orders.costs.write","pin":"token","paging":"array","idempotency":{"kind":"read"},"errors":[{"status":404,"when":""}]},
    put: {"id":"order-costs.put","method":"PUT","path":"/orders/{id}/costs","scope":"orders.costs.write","pin":"token","idempotency":{"kind":"key","field":"externalRef"},"errors":[{"status":404,"when":""},{"status":400,"when":""}]},
    delete: {"id":"order-costs.delete","method":"DELETE","path":"/orders/{id}/costs/{externalRef}","scope":"orders.costs.write","pin":"token","idempotency":{"kind":"natural","why":"Deleting what is gone answers 200 with deleted: 0."},"errors":[{"status":404,"when":""}]},
  },
  products: {
    list: {"id":"products.list","method":"GET","path":"/products","scope":"products.read","pin":"required","paging":"page","idempotency":{"kind":"read"},"errors":[]},
    get: {"id":"products.get","method":"GET","path":"/products/{id}","scope":"products.read","pin":"required","idempotency":{"kind":"read"},"errors":[{"status":404,"when":""}]},
    create: {"id":"products.create","method":"POST","path":"/products","scope":"products.write","pin":"required","idempotency":{"kind":"key","field":"externalRef"},"errors":[{"status":400,"when":""},{"status":400,"when":""},{"status":400,"when":""},{"status":400,"when":""},{"status":400,"when":""},{"status":400,"when":""}]},
    update: {"id":"products.update","method":"PATCH","path":"/products/{id}","scope":"products.write","pin":"required","idempotency":{"kind":"natural","why":"Writing the same values again changes nothing."},"errors":[{"status":404,"when":""},{"status":400,"when":""},{"status":400,"when":""},{"status":400,"when":""},{"status":400,"when":""},{"status":400,"when":""},{"status":400,"when":""}]},
    bulk: {"id":"products.bulk","method":"POST","path":"/products/bulk","scope":"products.write","pin":"required","rows":"each","rowKey":{"fields":["externalRef"],"again":"overwrites"},"idempotency":{"kind":"key","field":"items[].externalRef"},"errors":[{"status":400,"when":""}]},
    delta: {"id":"products.delta","method":"GET","path":"/products/delta","scope":"products.read","pin":"required","paging":"cursor","idempotency":{"kind":"read"},"errors":[{"status":400,"advice":"Give updatedAfter on the first call (--updated-after 2026-01-01T00:00:00Z), then the cursor of each answer.","when":""}]},
  },
  prices: {
    set: {"id":"prices.set","method":"PATCH","path":"/prices","scope":"products.write","pin":"required","idempotency":{"kind":"natural","why":"Writing the same price again changes nothing."},"errors":[{"status":404,"when":""}]},
    bulk: {"id":"prices.bulk","method":"POST","path":"/prices/bulk","scope":"products.write","pin":"required","rows":"whole","rowKey":{"fields":["productId","variantId"],"again":"overwrites"},"idempotency":{"kind":"natural","why":"Writing the same prices again changes nothing."},"errors":[{"status":404,"when":""},{"status":400,"when":""}]},
  },
  warehouses: {
    list: {"id":"warehouses.list","method":"GET","path":"/warehouses","scope":"products.read","pin":"not-needed","paging":"items","idempotency":{"kind":"read"},"errors":[]},
    create: {"id":"warehouses.create","method":"POST","path":"/warehouses","scope":"inventory.write","pin":"required","idempotency":{"kind":"none"},"errors":[{"status":400,"when":""}]},
    claim: {"id":"warehouses.claim","method":"POST","path":"/warehouses/{id}/claim","scope":"inventory.write","pin":"required","idempotency":{"kind":"natural","why":"Claiming what is yours already answers alreadyMine: true."},"errors":[{"status":404,"when":""},{"status":409,"when":""}]},
    release: {"id":"warehouses.release","method":"DELETE","path":"/warehouses/{id}/claim","scope":"inventory.write","pin":"required","idempotency":{"kind":"natural","why":"A repeat finds nothing to give back, answers 404 and changes nothing."},"errors":[{"status":404,"when":""}]},
  },
  inventory: {
    adjust: {"id":"inventory.adjust","method":"POST","path":"/inventory/adjust","scope":"inventory.write","pin":"required","idempotency":{"kind":"none"},"errors":[{"status":404,"when":""},{"status":409,"when":""},{"status":400,"when":""}]},
  },
  'tax-rules': {
    list: {"id":"tax-rules.list","method":"GET","path":"/tax-rules","scope":"products.read","pin":"required","paging":"items","idempotency":{"kind":"read"},"errors":[]},
  },
  'shipping-profiles': {
    list: {"id":"shipping-profiles.list","method":"GET","path":"/shipping-profiles","scope":"products.read","pin":"not-needed","paging":"items","idempotency":{"kind":"read"},"errors":[]},
  },
  'shipping-packages': {
    list: {"id":"shipping-packages.list","method":"GET","path":"/shipping-packages","scope":"products.read","pin":"not-needed","paging":"items","idempotency":{"kind":"read"},"errors":[]},
  },
  'store-info': {
    get: {"id":"store-info.get","method":"GET","path":"/store-info","scope":"links.read","pin":"required","idempotency":{"kind":"read"},"errors":[]},
  },
  'storefront-targets': {
    list: {"id":"storefront-targets.list","method":"GET","path":"/storefront-targets","scope":"products.read","pin":"required","paging":"items","idempotency":{"kind":"read"},"errors":[{"status":400,"when":""}]},
  },
  reconciliation: {
    list: {"id":"reconciliation.list","method":"GET","path":"/products/reconciliation","scope":"products.read","pin":"required","paging":"page","idempotency":{"kind":"read"},"errors":[]},
    adopt: {"id":"reconciliation.adopt","method":"POST","path":"/products/reconciliation/{id}/adopt","scope":"products.write","pin":"required","idempotency":{"kind":"key","field":"externalRef"},"errors":[{"status":404,"when":""},{"status":400,"when":""},{"status":409,"when":""},{"status":409,"when":""},{"status":409,"when":""}]},
    'refresh-context': {"id":"reconciliation.refresh-context","method":"GET","path":"/products/reconciliation/{id}/refresh-context","scope":"products.read","pin":"required","idempotency":{"kind":"read"},"errors":[{"status":404,"when":""},{"status":400,"when":""},{"status":409,"when":""}]},
    'regenerate-sku': {"id":"reconciliation.regenerate-sku","method":"POST","path":"/products/reconciliation/{id}/sku/regenerate","scope":"products.write","pin":"required","idempotency":{"kind":"key","field":"idempotencyKey"},"errors":[{"status":404,"when":""},{"status":400,"when":""},{"status":409,"when":""},{"status":409,"when":""},{"status":409,"when":""},{"status":409,"when":""}]},
  },
  categories: {
    list: {"id":"categories.list","method":"GET","path":"/categories","scope":"products.read","pin":"optional","paging":"items","idempotency":{"kind":"read"},"errors":[]},
    create: {"id":"categories.create","method":"POST","path":"/categories","scope":"products.write","pin":"required","idempotency":{"kind":"natural","why":"The same name under the same parent answers with the category that is there."},"errors":[{"status":400,"when":""}]},
    move: {"id":"categories.move","method":"PUT","path":"/categories/{id}/parent","scope":"products.write","pin":"required","idempotency":{"kind":"natural","why":"A category that is at its target already stays there: moved is false."},"errors":[{"status":404,"when":""},{"status":400,"when":""},{"status":409,"code":"category_parent_changed","advice":"See where it is now (app call categories list), ask the owner again, and send that parent as expectedCurrent.","when":""},{"status":409,"when":""},{"status":409,"when":""}]},
    content: {"id":"categories.content","method":"GET","path":"/categories/{id}/content","scope":"products.read","pin":"required","idempotency":{"kind":"read"},"errors":[{"status":404,"when":""}]},
    'set-content': {"id":"categories.set-content","method":"PUT","path":"/categories/{id}/content","scope":"products.write","pin":"required","idempotency":{"kind":"natural","why":"Equal texts change nothing; a digest that is not the current one is refused."},"errors":[{"status":404,"when":""},{"status":400,"when":""},{"status":409,"code":"category_content_changed","advice":"Read the texts again (app call categories content <id>), ask the owner again, and send their contentDigest as expectedCurrentDigest.","when":""}]},
    attributes: {"id":"categories.attributes","method":"GET","path":"/categories/{id}/attributes","scope":"products.read","pin":"required","paging":"items","idempotency":{"kind":"read"},"errors":[{"status":404,"when":""}]},
    'bind-attributes': {"id":"categories.bind-attributes","method":"POST","path":"/categories/{id}/attributes","scope":"products.write","pin":"required","rows":"each","rowKey":{"fields":["key"],"again":"finds"},"idempotency":{"kind":"natural","why":"A binding that is there already is left as it is."},"errors":[{"status":404,"when":""},{"status":400,"when":""}]},
  },
  attributes: {
    list: {"id":"attributes.list","method":"GET","path":"/attributes","scope":"products.read","pin":"required","paging":"items","idempotency":{"kind":"read"},"errors":[]},
    values: {"id":"attributes.values","method":"GET","path":"/attributes/{key}/values","scope":"products.read","pin":"required","idempotency":{"kind":"read"},"errors":[{"status":404,"when":""}]},
    create: {"id":"attributes.create","method":"POST","path":"/attributes","scope":"products.write","pin":"required","rows":"each","rowKey":{"fields":["key"],"again":"finds"},"idempotency":{"kind":"natural","why":"A known key is found and not made again."},"errors":[{"status":400,"when":""}]},
  },
  media: {
    upload: {"id":"media.upload","method":"POST","path":"/media","scope":"products.write","pin":"required","upload":{"field":"file","about":"An image of at most 8 MB.","maxBytes":8388608,"types":["image/jpeg","image/png","image/webp","image/gif","image/svg+xml","image/avif"]},"idempotency":{"kind":"key","field":"fileHash"},"errors":[{"status":400,"when":""}]},
    generate: {"id":"media.generate","method":"POST","path":"/media/generate","scope":"products.write","pin":"required","idempotency":{"kind":"key","field":"fileHash"},"errors":[{"status":400,"when":""},{"status":503,"advice":"That is a setting of the platform and does not pass by waiting: use an image of your own instead.","when":""},{"status":502,"advice":"Try again, with another prompt perhaps.","when":""}]},
  },
}
