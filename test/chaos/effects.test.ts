import { expect, it } from 'vitest'

import { repeatedWrites } from '../../src/chaos/effects.ts'
import type { CausedWrite } from '../../src/journal/calls/writes.ts'

const adjust: CausedWrite = {
  eventId: 'evt_1',
  attempt: 'a'.repeat(16),
  method: 'POST',
  path: '/api/apps/v1/inventory/adjust',
  body: '{"sku":"A","delta":-1}',
}
const again = { ...adjust, attempt: 'b'.repeat(16) }

it('a repeated write that the platform executes in two attempts for one event is a duplicate effect', () => {
  expect(repeatedWrites([adjust, again, { ...again, attempt: 'c'.repeat(16) }])).toEqual([{ ...adjust, times: 3 }])
})

it.each<readonly [string, CausedWrite]>([
  ['of another event', { ...again, eventId: 'evt_2' }],
  ['with another body', { ...again, body: '{"sku":"B","delta":-1}' }],
  ['at another address', { ...again, path: '/api/apps/v1/inventory/adjust?dry=1' }],
  ['by the same try', { ...again, attempt: adjust.attempt }],
  ['outside of the API', { ...again, path: '/else' }],
])('one %s is none', (_, other) => {
  expect(repeatedWrites([adjust, other])).toEqual([])
})

it.each([
  ['PUT', '/api/apps/v1/products', '{"externalRef":"x"}'],
  ['PATCH', '/api/apps/v1/orders/1', '{"status":"shipped"}'],
])(
  'a repeated %s %s is not a duplicate effect if the platform deduplicates it or nothing changes',
  (method, path, body) => {
    const write = { ...adjust, method, path, body }

    expect(repeatedWrites([write, { ...write, attempt: again.attempt }])).toEqual([])
  },
)
