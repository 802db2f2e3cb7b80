import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'

import { madeUpCarrier, type Carrier } from '../src/carrier.ts'
import { sql } from '../src/db.ts'
import { BOOKING_MS, bookDue, failedShipments, shipmentsOf, tryFailedAgain } from '../src/shipments.ts'
import { makeApp } from './support/make-app.ts'

const asked = (eventId: string) => ({ eventId, storeId: 1001, regionId: 7, data: {} })

/** Fails as often as told; keeps the references that it was asked for. */
function carrierThatFails(times: number): Carrier & { readonly references: readonly string[] } {
  const references: string[] = []
  return {
    references,
    book: async (booking, signal) => {
      references.push(booking.reference)
      if (references.length <= times) throw new Error('away')
      return madeUpCarrier().book(booking, signal)
    },
  }
}

test('a request is written once, booked after the answer, and shown in the panel', async () => {
  const { deliver, install, openPanel, send, tools } = await makeApp()
  await install()

  await Promise.all(Array.from({ length: 20 }, () => deliver('shipment.create_requested', asked('e1'))))
  assert.deepEqual(
    (await shipmentsOf(tools, 1001, 7)).map(({ state }) => state),
    ['requested'],
  )
  assert.equal(await bookDue(tools, madeUpCarrier()), 1)
  assert.equal(await bookDue(tools, madeUpCarrier()), 0)

  const cookie = await openPanel()
  assert.match(await (await send('/panel/1001/7', { headers: { cookie } })).text(), /booked[\s\S]*TEST\d{12}/)
})

test('a carrier that is away is asked again later, with the same reference', async () => {
  const { deliver, tools } = await makeApp()
  const carrier = carrierThatFails(1)
  await deliver('shipment.create_requested', asked('e1'))

  await bookDue(tools, carrier)
  assert.equal(await bookDue(tools, carrier), 0)
  const later = { ...tools, now: () => new Date(tools.now().getTime() + 1000) }
  assert.equal(await bookDue(later, carrier), 1)

  assert.deepEqual(carrier.references, ['e1', 'e1'])
  assert.equal((await shipmentsOf(tools, 1001, 7))[0]?.state, 'booked')
})

test('after the last try a shipment has failed, and says so', async () => {
  const { deliver, tools } = await makeApp()
  const carrier = carrierThatFails(100)
  await deliver('shipment.create_requested', asked('e1'))

  for (let hour = 0; hour < 8; hour++) {
    await bookDue({ ...tools, now: () => new Date(tools.now().getTime() + hour * 3_600_000) }, carrier)
  }

  assert.deepEqual(
    (await shipmentsOf(tools, 1001, 7)).map(({ state, tries }) => [state, tries]),
    [['failed', 6]],
  )
  assert.equal(carrier.references.length, 6)
})

test('a carrier that hangs is given up in time, and holds up no other shipment', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const { deliver, tools } = await makeApp()
  const signals: AbortSignal[] = []
  const carrier: Carrier = {
    book: async (booking, signal) => {
      if (booking.reference !== 'e1') return madeUpCarrier().book(booking, signal)
      signals.push(signal)
      return new Promise(() => {})
    },
  }
  for (const id of ['e1', 'e2']) await deliver('shipment.create_requested', asked(id))

  const round = bookDue(tools, carrier)
  const isBooked = async () => (await shipmentsOf(tools, 1001, 7)).some(({ state }) => state === 'booked')
  while (!(await isBooked())) await setImmediate()
  t.mock.timers.tick(BOOKING_MS)
  await round

  assert.deepEqual(
    (await shipmentsOf(tools, 1001, 7)).map(({ eventId, state, tries }) => [eventId, state, tries]).toSorted(),
    [
      ['e1', 'requested', 1],
      ['e2', 'booked', 1],
    ],
  )
  assert.equal(signals[0]?.aborted, true)
})

test('failed shipments are listed, and tried again when a person says so', async () => {
  const { deliver, tools } = await makeApp()
  await deliver('shipment.create_requested', asked('e1'))
  await tools.db.write([sql`UPDATE shipments SET state = 'failed', tries = 6`])

  const failed = await failedShipments(tools)
  const again = [await tryFailedAgain(tools), await tryFailedAgain(tools)]
  await bookDue(tools, madeUpCarrier())

  assert.deepEqual(
    failed.map(({ eventId }) => eventId),
    ['e1'],
  )
  assert.deepEqual(again, [1, 0])
  assert.equal((await shipmentsOf(tools, 1001, 7))[0]?.state, 'booked')
})

test('a store sees its own shipments only', async () => {
  const { deliver, tools } = await makeApp()

  await deliver('shipment.create_requested', asked('e1'))
  await deliver('shipment.create_requested', { ...asked('e2'), regionId: 8 })

  assert.deepEqual(
    (await shipmentsOf(tools, 1001, 7)).map(({ eventId }) => eventId),
    ['e1'],
  )
})

test('an order of the shop is nothing to the carrier', async () => {
  const { deliver, tools } = await makeApp()

  assert.equal((await deliver('order.paid', { ...asked('e1'), data: { orderId: 5 } })).status, 200)

  assert.deepEqual(await shipmentsOf(tools, 1001, 7), [])
})
