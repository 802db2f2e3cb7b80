import { expect, it } from 'vitest'

import { readOptions } from '../../../src/tasks/dev/read-flags.ts'

const flags = {
  port: 4810,
  'outbound-port': 4811,
  'emulator-port': 4800,
  inspector: true,
  'inspector-port': 4812,
  'keep-calls': true,
  ack: false,
  'retry-delays': '1s, 2m',
}

it('delays of --retry-delays are in ms, and only deliveries acknowledged immediately have any', () => {
  expect(readOptions({ ...flags, ack: true }).ack).toEqual([1_000, 120_000])
  expect(readOptions(flags).ack).toBeNull()
})

it.each([true, false])('an invalid delay is rejected, with or without --ack (%s)', (ack) => {
  expect(() => readOptions({ ...flags, ack, 'retry-delays': '1s,5x' })).toThrow('5x')
})
