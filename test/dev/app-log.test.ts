import { expect, it } from 'vitest'

import { createAppOutput } from '../../src/dev/app-log.ts'

it('keeps the newest 2,000 app lines, and finds lines by time', () => {
  const output = createAppOutput()
  const at = (n: number) => new Date(Date.UTC(2026, 10, 21) + n)
  for (let n = 0; n < 10_000; n++) output.add({ at: at(n).toISOString(), stream: 'stdout', line: `line ${n}` })

  expect(output.between(at(0), at(20_000))).toHaveLength(2000)
  expect(output.between(at(0), at(7999))).toEqual([])
  expect(output.between(at(9000), at(9001)).map(({ line }) => line)).toEqual(['line 9000', 'line 9001'])
})
