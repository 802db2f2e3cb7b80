import { expect, it } from 'vitest'

import { numbersOn } from '../../../src/check/checks/once/panel-numbers.ts'

it('numbers on a page are named after the words around them', () => {
  expect(Object.fromEntries(numbersOn('Paid: 3 orders, 1,180.63 TRY. Paid: 4 orders'))).toEqual({
    'panel: Paid … orders #1': '3',
    'panel:  … TRY #1': '1180.63',
    'panel: Paid … orders #2': '4',
  })
})
