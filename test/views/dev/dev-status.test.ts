import { expect, it } from 'vitest'

import { keyHelp } from '../../../src/views/dev/dev-status.ts'

it('lists no key for features that the live platform lacks', () => {
  const act = async () => {}
  const emulator = keyHelp({ placeOrder: act, openPortal: act }).split('\n')
  const live = keyHelp({ placeOrder: null, openPortal: null }).split('\n')

  expect(emulator.filter((line) => !live.includes(line))).toEqual([
    'o  place a paid order',
    'p  open the developer portal',
  ])
  expect(live).toContain('t  send a test event')
})
