import { expect, it } from 'vitest'

import { catalog, endpoints } from '../../../src/catalog/catalog.ts'
import { API_PREFIX, type EndpointFacts } from '../../../src/catalog/endpoint.ts'
import { fieldFacts, type FieldFacts } from '../../../src/catalog/fields.ts'
import { scopeNames } from '../../../src/catalog/scopes.ts'
import { answer } from '../../../src/emulator/api/answer.ts'
import { Refusal } from '../../../src/emulator/api/rejection.ts'
import { createRouter } from '../../../src/emulator/api/router.ts'
import { allRoutes, type Route } from '../../../src/emulator/api/routes.ts'
import { recordReads, type Reads } from '../../support/emulator/reads.ts'
import { png, sha256 } from '../../support/emulator/upload.ts'
import { makeShop } from './shop.ts'

type Schema = NonNullable<EndpointFacts['query']>
type Values = Readonly<Record<string, unknown>>
type Json = Record<string, unknown>

/** The little of a schema's definition that is read here. */
interface Definition {
  readonly shape?: Readonly<Record<string, Schema>>
  readonly innerType?: Schema
  readonly element?: Schema
  readonly options?: readonly Schema[]
}

function partsOf(schema: Schema): Definition {
  const def: object = schema._zod.def
  return def
}

/** Every field that a schema declares, as `items[].productId`; a map has no names of its own. */
function declared(schema: Schema, path = ''): string[] {
  const { shape, innerType, element, options = [] } = partsOf(schema)
  const own = Object.entries(shape ?? {}).flatMap(([name, inner]) => {
    const at = path === '' ? name : `${path}.${name}`
    return [at, ...declared(inner, at)]
  })
  const inner = [
    ...(innerType === undefined ? [] : declared(innerType, path)),
    ...(element === undefined ? [] : declared(element, `${path}[]`)),
    ...options.flatMap((option) => declared(option, path)),
  ]
  return [...own, ...inner]
}

function factsOf(schema: Schema): FieldFacts | undefined {
  const { innerType } = partsOf(schema)
  return fieldFacts.get(schema) ?? (innerType === undefined ? undefined : factsOf(innerType))
}

const samples: Readonly<Record<FieldFacts['type'], string>> = {
  string: 'a',
  int: '1',
  long: '1',
  decimal: '1',
  bool: 'true',
  object: '{}',
  'date-time': '2026-01-01T00:00:00Z',
}

/** A text that the query's field takes. */
function sampleOf(schema: Schema): string {
  const facts = factsOf(schema)
  if (facts === undefined) return 'a'
  const { values = {}, type, min, example = type === 'int' ? min : undefined } = facts
  const [value] = Object.keys(values)
  return typeof example === 'string' || typeof example === 'number' ? String(example) : (value ?? samples[type])
}

/** Queries that leave no field of an endpoint out: none, each alone, all. */
function queriesOf({ query }: EndpointFacts): readonly Readonly<Record<string, string>>[] {
  if (query === undefined) return [{}]
  const fields = Object.entries(partsOf(query).shape ?? {}).map(([name, schema]) => [name, sampleOf(schema)] as const)
  return [{}, ...fields.map(([name, text]) => ({ [name]: text })), Object.fromEntries(fields)]
}

/** The emulator with a store, an app that may do everything, and handlers that say what they read. */
async function makeRecording() {
  const shop = await makeShop()
  const { token } = await shop.installWide({ requested_scopes: [...scopeNames] })
  await shop.control('PUT', '/settings', { mediaGenerator: 'fake' })
  const reads = new Map<string, { params: Reads; query: Reads; body: Reads }>(
    endpoints.map(({ id }) => [id, { params: new Set(), query: new Set(), body: new Set() }]),
  )
  const recording = ({ endpoint, value }: { endpoint: EndpointFacts; value: Route }) => {
    const seen = reads.get(endpoint.id)
    if (seen === undefined) throw new Error(endpoint.id)
    const { handler } = value
    const respond = typeof handler === 'function' ? handler : handler.answer
    const recorded: Route['handler'] = {
      find: (call) =>
        typeof handler === 'function' ? null : handler.find({ ...call, params: recordReads(call.params, seen.params) }),
      answer: (call) =>
        respond({
          ...call,
          params: recordReads(call.params, seen.params),
          query: recordReads(call.query, seen.query),
          body: recordReads(call.body, seen.body),
        }),
    }
    return { endpoint, value: { ...value, handler: recorded } }
  }
  const tools = { context: shop.context, limit: () => 0, route: createRouter(allRoutes().map(recording)) }
  /** Calls an endpoint; throws for a refusal unless it `mayFail`. */
  const call = async (
    { method, path, id }: EndpointFacts,
    { params = {}, query = {}, body, mayFail = false }: CallInput,
  ): Promise<Json> => {
    const place = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])))
    const headers = { Authorization: `Bearer ${token}`, 'X-Region-Id': String(shop.region('tr')) }
    const sent =
      body instanceof Uint8Array || body instanceof FormData
        ? { body, headers }
        : body === undefined
          ? { headers }
          : { headers: { ...headers, 'Content-Type': 'application/json' }, body: JSON.stringify(body) }
    const request = new Request(`${shop.urls.api}${API_PREFIX}${place}`, { method, ...sent })
    const visit = {
      request,
      path: `${API_PREFIX}${place}`,
      search: new URLSearchParams(query).toString(),
      at: shop.clock.now().getTime(),
      caller: null,
      appKey: null,
      regionId: null,
    }
    const answered = await answer(tools, visit)
    if (!(answered instanceof Refusal)) return answered as Json
    if (mayFail) return {}
    throw new Error(`${id}: ${answered.status} ${answered.why} ${answered.message}`)
  }
  return { shop, call, reads }
}

interface CallInput {
  readonly params?: Values
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly mayFail?: boolean
}

/** The body that the catalog gives as an example, with one's own values instead of some. */
function exampleOf({ id, example }: EndpointFacts, own: Json = {}): Json {
  if (example === undefined) throw new Error(`${id} has no example.`)
  return { ...structuredClone(example.body), ...own }
}

/** Calls every endpoint, in an order in which each finds what it needs. */
async function callAll({ shop, call }: Awaited<ReturnType<typeof makeRecording>>): Promise<void> {
  const orderId = shop.orderIn('tr')
  const row = (found: Json, index = 0) => (found['items'] as Json[]).at(index) ?? {}

  const { id: productId } = await call(catalog.products.create, { body: exampleOf(catalog.products.create) })
  const own = { productId }
  const product = { params: { id: productId } }
  const images = [{ url: 'https://cdn.example/mug.png' }]
  await call(catalog.products.update, { ...product, body: exampleOf(catalog.products.update, { images }) })
  const variants = [{ combination: { color: 'red' }, sku: 'MUG-RED', price: 1, stock: 1 }]
  const varied = { externalRef: 'mug-2', title: 'Mug', price: 1, categoryId: 1, images, variants }
  await call(catalog.products.create, { body: varied })
  await call(catalog.products.bulk, { body: exampleOf(catalog.products.bulk) })
  await call(catalog.products.get, product)
  await call(catalog.prices.set, { body: exampleOf(catalog.prices.set, own) })
  await call(catalog.prices.bulk, { body: { items: [{ ...own, price: 1 }] } })
  const { id: warehouseId } = await call(catalog.warehouses.create, { body: exampleOf(catalog.warehouses.create) })
  await call(catalog.inventory.adjust, { body: exampleOf(catalog.inventory.adjust, { ...own, warehouseId }) })
  await call(catalog.warehouses.claim, { params: { id: warehouseId } })
  await call(catalog.warehouses.release, { params: { id: warehouseId } })

  const cost = { params: { id: orderId, externalRef: 'commission-1001' } }
  await call(catalog['order-costs'].put, { ...cost, body: exampleOf(catalog['order-costs'].put) })
  await call(catalog['order-costs'].list, cost)
  await call(catalog['order-costs'].delete, cost)
  await call(catalog.orders.get, cost)
  await call(catalog.orders.import, { body: exampleOf(catalog.orders.import) })

  const strange = row(await call(catalog.reconciliation.list, {}), -1)
  await call(catalog.reconciliation.adopt, {
    params: strange,
    body: { externalRef: 'mug-9', proof: { type: 'exact_gtin', gtin: strange['gtin'] } },
  })
  const externalRef = 'mug-1'
  const { evidenceDigest } = await call(catalog.reconciliation['refresh-context'], {
    ...product,
    query: { externalRef },
  })
  const evidence = exampleOf(catalog.reconciliation['regenerate-sku'], { externalRef, evidenceDigest })
  await call(catalog.reconciliation['regenerate-sku'], { ...product, body: evidence })

  const tree = (await call(catalog.categories.list, {}))['items'] as Json[]
  const child = tree.find(({ parentId }) => parentId !== null) ?? {}
  await call(catalog.categories.create, { body: exampleOf(catalog.categories.create, { name: 'Pantry' }) })
  const expectedCurrent = { id: child['parentId'] }
  await call(catalog.categories.move, { params: child, body: exampleOf(catalog.categories.move, { expectedCurrent }) })
  const { contentDigest: expectedCurrentDigest } = await call(catalog.categories.content, { params: { id: 2 } })
  const content = exampleOf(catalog.categories['set-content'], { expectedCurrentDigest })
  await call(catalog.categories['set-content'], { params: { id: 2 }, body: content })
  await call(catalog.categories.attributes, { params: { id: 4 } })
  const attributes = await call(catalog.attributes.list, {})
  const { key } = row(attributes)
  const binding = { key, attrType: 'attribute', isRequired: false, isMulti: false, sortOrder: 1 }
  await call(catalog.categories['bind-attributes'], { params: { id: 4 }, body: { items: [binding] }, mayFail: true })
  await call(catalog.attributes.create, { body: exampleOf(catalog.attributes.create) })
  await call(catalog.media.generate, { body: exampleOf(catalog.media.generate) })

  for (const endpoint of endpoints) {
    if (endpoint.query === undefined || endpoint.upload !== undefined) continue
    for (const query of queriesOf(endpoint))
      await call(endpoint, { params: { id: productId, key }, query, mayFail: true })
  }
  const form = new FormData()
  form.append('file', new Blob([png], { type: 'image/png' }), 'a.png')
  await call(catalog.media.upload, { query: { fileHash: sha256(png) }, body: form })
}

/** What the check of the input has decided already, so that nothing is left to read. */
const decidedByTheSchema = [
  // It has one value only.
  'reconciliation.adopt body proof.type',
  // Either `id` or `root: true`: without an id it is the root.
  'categories.move body target.root',
  'categories.move body expectedCurrent.root',
]

it('every field that an endpoint declares is read by its handler', async () => {
  const recording = await makeRecording()

  await callAll(recording)

  const unread = endpoints.flatMap(({ id, ...facts }) =>
    (['params', 'query', 'body'] as const).flatMap((part) => {
      const schema = facts[part]
      const read = recording.reads.get(id)?.[part] ?? new Set()
      return schema === undefined
        ? []
        : declared(schema)
            .filter((path) => !read.has(path))
            .map((path) => `${id} ${part} ${path}`)
    }),
  )
  const ignored = unread.filter((field) => !decidedByTheSchema.includes(field))
  expect(ignored, 'The handlers below src/emulator/api/resources have to read these').toEqual([])
  expect(unread, 'Read now, so no longer an exception').toEqual(decidedByTheSchema)
})
