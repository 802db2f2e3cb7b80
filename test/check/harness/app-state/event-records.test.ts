import { expect, it } from 'vitest'

import { recordsAbout } from '../../../../src/check/harness/app-state/event-records.ts'

const ids = { eventId: 'evt_1', order: { id: 42, orderNumber: 'SHOP-1042' } }

function countsIn(records: Parameters<typeof recordsAbout>[0]) {
  return Object.fromEntries([...recordsAbout(records, ids)].map(([at, texts]) => [at, texts.length]))
}

it('rows mention an event by its id, its order number, or the order id in an order column', () => {
  const rows = [
    { id: 1, event: 'evt_1' },
    { id: 2, text: 'Paid: SHOP-1042' },
    { id: 3, order_id: 42n },
    { id: 42, event: 'evt_2', amount: 42 },
  ]

  expect(countsIn([{ kind: 'table', at: 'app.db: sales', keys: ['id'], rows }])).toEqual({ 'app.db: sales': 3 })
})

it('list elements and members named after an event are records in JSON, and lines are records of their file', () => {
  const value = {
    seen: { evt_1: true, evt_2: true },
    ledger: [{ orderId: 42 }, { orderId: 42 }, { orderId: 43 }],
    last: { event: 'evt_1' },
  }

  expect(
    countsIn([
      { kind: 'json', at: 'state.json: ', value },
      { kind: 'lines', at: 'sales.csv', lines: ['evt_1,10.00', 'evt_2,10.00'] },
    ]),
  ).toEqual({ 'state.json: .seen': 1, 'state.json: .ledger': 2, 'sales.csv': 1 })
})
