import { expect, it } from 'vitest'

import { createControlClient } from '../../../src/control/control-client.ts'
import type { FieldFacts, Fields } from '../../../src/control/fields.ts'
import type { OperationFacts } from '../../../src/control/operation.ts'
import { operations } from '../../../src/control/operations.ts'
import type { Snapshot } from '../../../src/control/snapshot.ts'
import type { Undone } from '../../../src/control/undo.ts'
import type { ControlTools } from '../../../src/emulator/control/control-tools.ts'
import { createControl } from '../../../src/emulator/control/control.ts'
import { controlRoutes } from '../../../src/emulator/control/routes.ts'
import { AppError } from '../../../src/errors.ts'
import { makeEmulator } from '../../support/emulator.ts'
import { recordReads, type Reads } from '../../support/emulator/reads.ts'
import { sendTo } from '../../support/send.ts'

/** Every field that an operation declares, as `items[].productId`; a map has no names of its own. */
function declared(fields: Fields, path = ''): string[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const at = path === '' ? name : `${path}.${name}`
    return [at, ...inner(field, at)]
  })
}

function inner({ kind, of, fields = {} }: FieldFacts, path: string): string[] {
  if (kind === 'list' && of !== undefined) return inner(of, `${path}[]`)
  return declared(fields, path)
}

function fieldsOf({ params, query, body }: OperationFacts): Fields {
  return { ...params, ...query, ...(body === 'open' ? {} : body) }
}

/** The control interface over a real context, with handlers that say what they read; stopping and snapshots do nothing. */
function makeRecording() {
  const { emulator, urls } = makeEmulator()
  const reads = new Map<string, Reads>()
  const routes = controlRoutes().map(({ endpoint, value }) => {
    const seen: Reads = new Set()
    reads.set(`${endpoint.method} ${endpoint.path}`, seen)
    const { handler } = value
    return {
      endpoint,
      value: { ...value, handler: (tools: ControlTools, input: object) => handler(tools, recordReads(input, seen)) },
    }
  })
  const undone: Undone = { undone: [], sent: [], lost: [], revokedTokens: 0, remaining: 0 }
  const snapshot: Snapshot = { name: 'one', savedAt: '', apps: 0, stores: 0, bytes: 0, version: null, schema: null }
  const tools: ControlTools = {
    context: emulator.context,
    queue: emulator.queue,
    token: emulator.controlToken,
    pid: 1,
    version: '0.0.0-test',
    startedAt: emulator.context.now(),
    requests: () => [
      { at: '', method: '', path: '', status: 200, appKey: 'a', storeId: null, regionId: null, ms: 0, cause: null },
    ],
    reset: async () => {},
    snapshots: { list: () => [], save: () => snapshot, load: async () => snapshot, remove: () => {} },
    undo: { list: () => [], undo: async () => undone, rewind: async () => undone },
    stop: () => {},
  }
  const control = createControl(tools, routes)
  const send = sendTo({ ...emulator, fetch: (request) => control(request) })
  return { reads, client: createControlClient({ send, url: urls.portal, token: emulator.controlToken }) }
}

/** A refusal because of the present state does not matter here: the fields have been read by then. */
async function tried(work: Promise<unknown>): Promise<void> {
  await work.catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error
  })
}

async function callAll({ client }: ReturnType<typeof makeRecording>): Promise<void> {
  const key = 'app.acme.loyalty'
  await client.register({
    key,
    name: 'Loyalty',
    requested_scopes: ['orders.read'],
    redirect_uris: ['https://a.example/cb'],
    unchecked: {},
  })
  const { store: opened } = await client.openStore({ name: 'Demo', appKey: key })
  const store = opened.code
  await client.app({ key })
  await client.approvedManifest({ key })
  await client.setInspector({ key, origin: null })
  await client.rotate({ key, which: 'client_secret' })
  await client.checkSecret({ key, which: 'client_secret', digest: '' })
  await client.publish({ key })
  await client.review({ key, approved: true })
  await client.setCountries({ key, countries: [] })
  await client.addTestStore({ key, code: store })
  await tried(client.testEvent({ key, topic: 'order.created' }))
  await client.setStatus({ key, status: 'D' })

  await client.signInUrl({ store })
  await tried(client.panelFindings({ store, key }))
  const order = await client.placeOrder({ store, items: [{ productId: 1, quantity: 1 }] })
  await client.latestOrders({ store })
  await client.changeOrder({ store, id: order.id, operation: 'pay' })
  await client.openProvider({ kind: 'carrier', name: 'Parcel', appKey: key })
  await client.routeToProvider({ id: 1, store })
  await tried(client.requestFulfillment({ store, id: order.id }))
  await client.setPlan({ store, key, plan: 'paid' })
  await client.plan({ store, key })
  await client.seedLegacyToken({ store, key, shape: 'two-part' })
  await client.installs()
  await client.uninstall({ store, key })

  const product = await client.createProduct({ store, name: 'Lamp', prices: { tr: '1' } })
  await client.editProduct({ store, id: product.id, name: 'Lamp' })
  await client.setStock({ store, id: product.id, quantity: '1' })
  await tried(client.shareStock({ store, id: product.id, pieces: { '1': '6' } }))
  await client.changeProduct({ store, id: product.id, operation: 'publish' })
  await tried(client.changeTaxRate({ store, id: 1, rate: '1' }))
  const warehouse = await client.createWarehouse({ store, name: 'Annex' })
  await client.makeDefaultWarehouse({ store, id: warehouse.id })
  await client.changeRegion({ store, region: 'de', operation: 'activate' })
  const profile = await client.addShippingProfile({ store, name: 'Flat' })
  const size = { lengthCm: '1', widthCm: '1', heightCm: '1', maxWeightKg: '1' }
  const box = await client.addShippingPackage({ store, name: 'Box', ...size })
  await client.removeShippingProfile({ store, id: profile })
  await client.removeShippingPackage({ store, id: box })

  await client.seed({
    stores: [{ name: 'Seeded' }],
    products: [{ name: 'Lamp', sku: 'L-1', prices: { tr: '1' } }],
    customers: [{ name: 'Ada Example', email: 'ada@shop.example' }],
    orders: [{ items: [{ sku: 'L-1', quantity: 1 }] }],
  })
  await client.setCheckpoint({ store })
  await client.changes({ store })
  await client.portalUrl()

  const fault = await client.setFault({ kind: '500' })
  await client.clearFault({ id: fault.id })
  const several = await client.setFaults({ faults: [{ kind: '503' }] })
  await client.endFaults({ ids: several.map((one) => one.id) })
  await client.clearFaults()
  await client.advanceClock({ ms: 1 })
  await client.deliveries()
  await tried(client.redeliver({ id: 1 }))
  await client.log()
  await client.requests({ app: 'a' })
  await client.attempts()
  await client.retryDeliveries()
  await client.resetSetting({ name: 'pin' })
  await client.saveSnapshot({ name: 'one' })
  await client.loadSnapshot({ name: 'one' })
  await client.removeSnapshot({ name: 'one' })
  await client.rewind({ event: 'evt_1' })
}

it('every field that an operation declares is read by its handler', async () => {
  const recording = makeRecording()

  await callAll(recording)

  const unread = Object.entries<OperationFacts>(operations).flatMap(([name, operation]) => {
    const read = recording.reads.get(`${operation.method} ${operation.path}`) ?? new Set()
    return declared(fieldsOf(operation)).flatMap((path) => (read.has(path) ? [] : [`${name} ${path}`]))
  })
  expect(unread).toEqual([])
})

it('path, query and body of an operation never share a name', () => {
  const twice = Object.entries<OperationFacts>(operations).flatMap(([name, { params = {}, query = {}, body = {} }]) => {
    const names = [...Object.keys(params), ...Object.keys(query), ...(body === 'open' ? [] : Object.keys(body))]
    return names.length === new Set(names).size ? [] : [name]
  })

  expect(twice).toEqual([])
})
