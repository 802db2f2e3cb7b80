import assert from 'node:assert/strict'
import { test } from 'node:test'

import { madeUpCarrier, type Carrier } from '../src/carrier.ts'
import { bookDue, shipmentsOf } from '../src/shipments.ts'
import { makeApp } from './support/make-app.ts'

const asked = (eventId: string) => ({ eventId, storeId: 1001, regionId: 7, data: {} })

/** Fails as often as told; keeps the references that it was asked for. */
function carrierThatFails(times: number): Carrier & { readonly references: readonly string[] } {
  const references: string[] = []
  return {
    references,
    book: async (booking) => {
      references.push(booking.reference)
      if (references.length <= times) throw new Error('away')
      return madeUpCarrier().book(booking)
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
