import { expect, it } from 'vitest'

import { sumByCurrency } from '../../src/kit/kit.ts'

it('sums amounts exactly, separately for each currency (K8)', () => {
  const rows = [
    { currency: 'TRY', total: '0.1' },
    { currency: 'TRY', total: '0.20' },
    { currency: 'EUR', total: '99999999999999999.99' },
    { currency: 'EUR', total: '-0.01' },
    { currency: 'TRY', total: 'many' },
  ]

  expect(sumByCurrency(rows)).toEqual([
    { currency: 'EUR', count: 2, total: '99999999999999999.98' },
    { currency: 'TRY', count: 2, total: '0.30' },
  ])
})
