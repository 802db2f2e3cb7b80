import { expect, it } from 'vitest'

import { countRecords, type OwnEvent } from '../../../src/check/checks/once/measure.ts'

const order = { id: 42, orderNumber: 'SHOP-1042', grandTotal: '1180.60', currency: 'TRY' }
const event = { envelope: { eventId: 'evt_1' }, order } as unknown as OwnEvent

/** Whether a line in a file of the app contains what only the platform could say about the order. */
function hasOrder(line: string): boolean | undefined {
  return countRecords(
    { records: [{ kind: 'lines', at: 'sales.csv', lines: [line] }], numbers: new Map(), writes: [] },
    event,
  ).get('sales.csv')?.hasOrder
}

it('a record with the order total as text, as a number or in the smallest unit shows that the app requested the order', () => {
  expect(hasOrder('evt_1,1180.60')).toBe(true)
  expect(hasOrder('{"event":"evt_1","totalCents":118060}')).toBe(true)
  expect(hasOrder('{"event":"evt_1","total":1180.6}')).toBe(true)
})

it('a record with only event data does not show an order request', () => {
  expect(hasOrder('evt_1,SHOP-1042,TRY')).toBe(false)
  expect(hasOrder('evt_1,2118060')).toBe(false)
  expect(hasOrder('evt_1,21180.60')).toBe(false)
  expect(hasOrder('evt_1,1180.61')).toBe(false)
})
