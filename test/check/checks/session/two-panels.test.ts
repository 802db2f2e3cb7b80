import { expect, it } from 'vitest'

import { asIfOf } from '../../../../src/check/checks/session/two-panels.ts'
import type { InstallPlace } from '../../../../src/check/harness/install-place.ts'

const place = (id: number, code: string, region: number) =>
  ({ store: { id, code }, region: { id: region } }) as unknown as InstallPlace
const [from, to] = [place(1001, 'check-a', 7), place(1002, 'check-b', 10)]

it.each([
  ['1001-7', '1002-10'],
  ['panel_1001_7', 'panel_1002_10'],
  ['1001:7', '1002:10'],
  ['{"s":1001,"r":7}', '{"s":1002,"r":10}'],
  ['check-a', 'check-b'],
  ['a1001b', null],
  ['10017', null],
])('%s rewritten for another install is %s', (text, other) => {
  expect(asIfOf(text, from, to)).toBe(other)
})
