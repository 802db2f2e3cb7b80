import { expect, it } from 'vitest'

import { lengthOfTime } from '../../../src/emulator/control/length-of-time.ts'
import { parseDuration } from '../../../src/tasks/duration.ts'

it.each([
  [0, '0s'],
  [250, '250ms'],
  [5000, '5s'],
  [360_000, '6m'],
  [5_400_000, '1h30m'],
  [86_401_500, '1d1s500ms'],
])('%i ms is formatted as %s and parsed back to the same duration', (ms, text) => {
  expect(lengthOfTime(ms)).toBe(text)
  expect(parseDuration(text)).toBe(ms)
})
