import { expect, it } from 'vitest'

import { createControlClient, type ControlClient } from '../../../src/control/control-client.ts'
import type { OperationFacts } from '../../../src/control/operation.ts'
import { operations } from '../../../src/control/operations.ts'
import type { Emulator } from '../../../src/emulator/app.ts'
import { getStore } from '../../../src/emulator/platform/stores.ts'
import { makeEmulator } from '../../support/emulator.ts'
import { dumpState } from '../../support/emulator/dump.ts'
import { sendTo } from '../../support/send.ts'

const key = 'app.acme.loyalty'
const at = { store: 'demo' }
const size = { lengthCm: '1', widthCm: '1', heightCm: '1', maxWeightKg: '1' }

interface Sample {
  /** What must be done before it can be done; it stays. */
  readonly before?: (control: ControlClient, emulator: Emulator) => Promise<unknown>
  readonly act: (control: ControlClient) => Promise<unknown>
}

/** Each operation that changes something, done in a store with an installed app. */
const samples: Readonly<Record<string, Sample>> = {
  reset: { act: (control) => control.reset() },
  advanceClock: { act: (control) => control.advanceClock({ ms: 60_000 }) },
  redeliver: {
    before: (control) => control.setStatus({ key, status: 'X' }),
    act: (control) => control.redeliver({ id: 1 }),
  },
  changeSettings: { act: (control) => control.changeSettings({ pin: 'documented-only' }) },
  resetSettings: {
    before: (control) => control.changeSettings({ importEmits: true }),
    act: (control) => control.resetSettings(),
  },
  resetSetting: {
    before: (control) => control.changeSettings({ importEmits: true }),
    act: (control) => control.resetSetting({ name: 'importEmits' }),
  },
  register: {
    act: (control) =>
      control.register({
        key: 'app.acme.second',
        name: 'Second',
        requested_scopes: ['orders.read'],
        redirect_uris: ['http://127.0.0.1:3000/cb'],
      }),
  },
  rotate: { act: (control) => control.rotate({ key, which: 'webhook_signing_secret' }) },
  publish: { act: (control) => control.publish({ key }) },
  review: { before: (control) => control.publish({ key }), act: (control) => control.review({ key, approved: true }) },
  setStatus: { act: (control) => control.setStatus({ key, status: 'X' }) },
  setCountries: { act: (control) => control.setCountries({ key, countries: ['TR'] }) },
  addTestStore: {
    before: (control) => control.openStore({ name: 'Other', seed: 'none' }),
    act: (control) => control.addTestStore({ key, code: 'other' }),
  },
  openStore: { act: (control) => control.openStore({ name: 'Second', appKey: key, seed: 'small' }) },
  placeOrder: { act: (control) => control.placeOrder({ ...at, paid: true }) },
  requestFulfillment: {
    before: (control) => control.openProvider({ kind: 'fulfillment', name: 'Depot', appKey: key }),
    act: (control) => control.requestFulfillment({ ...at, id: 40 }),
  },
  changeOrder: { act: (control) => control.changeOrder({ ...at, id: 40, operation: 'ship', carrier: 'Post' }) },
  uninstall: { act: (control) => control.uninstall({ ...at, key }) },
  setPlan: { act: (control) => control.setPlan({ ...at, key, plan: 'paid' }) },
  seedLegacyToken: { act: (control) => control.seedLegacyToken({ ...at, key, shape: 'two-part' }) },
  openProvider: { act: (control) => control.openProvider({ kind: 'carrier', name: 'Parcel', appKey: key }) },
  routeToProvider: {
    before: (control) => control.openProvider({ kind: 'carrier', name: 'Parcel', appKey: key }),
    act: (control) => control.routeToProvider({ id: 1, ...at }),
  },
  createProduct: { act: (control) => control.createProduct({ ...at, name: 'Lamp', prices: { tr: '10' }, stock: '3' }) },
  editProduct: { act: (control) => control.editProduct({ ...at, id: 1, name: 'Another', prices: { de: '9' } }) },
  setStock: { act: (control) => control.setStock({ ...at, id: 1, quantity: '77' }) },
  shareStock: {
    before: async (_, { context }) =>
      context
        .storeDb(getStore(context, 'demo').id)
        .exec(`INSERT INTO variants (id, product_id, combination) VALUES (9, 1, '{}')`),
    act: (control) => control.shareStock({ ...at, id: 1, pieces: { 9: '6' } }),
  },
  changeProduct: { act: (control) => control.changeProduct({ ...at, id: 1, operation: 'delete' }) },
  changeTaxRate: { act: (control) => control.changeTaxRate({ ...at, id: 2, rate: '7' }) },
  createWarehouse: { act: (control) => control.createWarehouse({ ...at, name: 'Annex' }) },
  makeDefaultWarehouse: {
    before: (control) => control.createWarehouse({ ...at, name: 'Annex' }),
    act: async (control) =>
      control.makeDefaultWarehouse({ ...at, id: (await control.createWarehouse({ ...at, name: 'Annexe' })).id }),
  },
  changeRegion: { act: (control) => control.changeRegion({ ...at, region: 'de', operation: 'deactivate' }) },
  addShippingProfile: { act: (control) => control.addShippingProfile({ ...at, name: 'Flat', isDefault: true }) },
  addShippingPackage: { act: (control) => control.addShippingPackage({ ...at, name: 'Box', ...size }) },
  removeShippingProfile: { act: (control) => control.removeShippingProfile({ ...at, id: 1 }) },
  removeShippingPackage: { act: (control) => control.removeShippingPackage({ ...at, id: 1 }) },
  seed: {
    act: (control) => control.seed({ stores: [{ name: 'Seeded' }], customers: [{ ...at, name: 'A', email: 'a' }] }),
  },
  setCheckpoint: {
    before: async (control) => {
      await control.setCheckpoint(at)
      await control.placeOrder(at)
    },
    act: (control) => control.setCheckpoint(at),
  },
  setFault: { act: (control) => control.setFault({ kind: '500' }) },
  clearFaults: { before: (control) => control.setFault({ kind: '500' }), act: (control) => control.clearFaults() },
  clearFault: {
    before: (control) => control.setFault({ kind: '500' }),
    act: (control) => control.clearFault({ id: 1 }),
  },
}

/** What is no step, and why. */
const without: Readonly<Record<string, string>> = {
  setFaults: 'of a run, which ends them',
  endFaults: 'of a run, which has set them',
  stop: 'ends the process',
  portalUrl: 'an address to sign in by',
  signInUrl: 'an address to sign in by',
  setInspector: 'of this start alone',
  retryDeliveries: 'what was sent is sent',
  checkSecret: 'writes nothing',
  testEvent: 'writes nothing; what was sent is sent',
  saveSnapshot: 'beside the state',
  removeSnapshot: 'beside the state',
  loadSnapshot: 'in files alone: whole-state.test.ts',
  undo: 'takes back',
  rewind: 'takes back',
}

/** A store with the small seed and an installed app, in which nothing is sent while dumps are compared. */
async function makeInstalled() {
  const made = makeEmulator()
  const app = await made.registerApp({
    requested_scopes: ['orders.read', 'products.read'],
    webhook_url: 'http://127.0.0.1:9/in',
    webhook_topics: ['order.created', 'order.paid', 'app.uninstalled'],
  })
  const store = await made.openStore({ appKey: app.appKey })
  await made.installApp({ app, store })
  await made.emulator.queue.stop()
  const { emulator, urls } = made
  const control = createControlClient({ send: sendTo(emulator), url: urls.portal, token: emulator.controlToken })
  await control.placeOrder(at)
  emulator.context.registry.exec("UPDATE deliveries SET state = 'dead_letter', attempts = 3, next_attempt_at = NULL")
  return { ...made, control }
}

it('every write operation has a sample or a reason why it cannot be undone', () => {
  const writing = Object.entries<OperationFacts>(operations).filter(([, { method }]) => method !== 'GET')
  const isStep = ([name, { step }]: (typeof writing)[number]) => step !== null || name === 'reset'

  expect(Object.keys(samples).toSorted()).toEqual(
    writing
      .filter(isStep)
      .map(([name]) => name)
      .toSorted(),
  )
  expect(Object.keys(without).toSorted()).toEqual(
    writing
      .filter((one) => !isStep(one))
      .map(([name]) => name)
      .toSorted(),
  )
})

it.each(Object.keys(samples))('undo of %s restores every database', async (name) => {
  const { control, emulator } = await makeInstalled()
  const { before, act } = samples[name] as Sample
  await before?.(control, emulator)
  const was = dumpState(emulator.context)
  const { length } = await control.steps()

  await act(control)
  const steps = await control.steps()
  const changed = dumpState(emulator.context)
  for (const _ of steps.slice(length)) await control.undo()

  expect(changed).not.toEqual(was)
  expect(steps.length).toBeGreaterThan(length)
  expect(dumpState(emulator.context)).toEqual(was)
  expect(await control.steps()).toHaveLength(length)
})

it('all of them are undone together, and each can be repeated', async () => {
  const { control, emulator } = await makeInstalled()
  const was = dumpState(emulator.context)
  const { length } = await control.steps()
  const names = [
    'placeOrder',
    'createProduct',
    'setCheckpoint',
    'setFault',
    'openStore',
    'changeRegion',
    'uninstall',
    'rotate',
  ]
  const doAll = async () => {
    for (const name of names) {
      await samples[name]?.before?.(control, emulator)
      await samples[name]?.act(control)
    }
    return dumpState(emulator.context)
  }

  for (let round = 0; round < 2; round += 1) {
    await doAll()
    const steps = await control.steps()
    for (const _ of steps.slice(length)) await control.undo()
    expect(dumpState(emulator.context)).toEqual(was)
  }
})
