import { expect, it } from 'vitest'

import OrdersList from '../../../src/commands/call/orders/list.ts'
import type { WireResponse } from '../../../src/http/wire.ts'
import { makeCalls } from './support.ts'

const tr = ['--region', 'tr']

const row = (id: number) => ({
  id,
  orderNumber: `A-${id}`,
  status: 'paid',
  grandTotal: 1,
  currency: 'TRY',
  orderSource: 'web',
  itemCount: 1,
  customer: { name: null, email: null },
})

const twoOf = (totalCount: number) => ({
  send: async (): Promise<WireResponse> => ({
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: Buffer.from(JSON.stringify({ items: [row(1), row(2)], totalCount, page: 1, pageSize: 2 })),
  }),
})

it.each([[[]], [['--csv']], [['--ndjson']], [['--fields', 'id']]])(
  'reports more rows on stderr for a first page in a pipe: %j (ORD-006)',
  async (flags) => {
    const { call } = await makeCalls()

    const { exit, stderr } = await call(OrdersList, [...tr, ...flags], twoOf(243))

    expect([exit, stderr]).toEqual([0, 'Showing the first 2 of 243 rows. Add --all for all rows.\n'])
  },
)

it.each([
  ['all rows came', [], 2],
  ['the page was chosen', ['--page', '1'], 243],
  ['its length was chosen', ['--page-size', '2'], 243],
  ['the answer is printed whole', ['--json'], 243],
])('prints no hint if %s', async (_, flags, totalCount) => {
  const { call } = await makeCalls()

  const { exit, stderr } = await call(OrdersList, [...tr, ...flags], twoOf(totalCount))

  expect([exit, stderr]).toEqual([0, ''])
})
