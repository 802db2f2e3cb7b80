import { expect, it } from 'vitest'

import { CannotJudge, TooBusy } from '../../../src/check/cannot-judge.ts'
import { onceFor } from '../../../src/check/harness/once-for.ts'

const owner = { app: { crashes: () => [] } }

it.each([
  { name: 'a machine that is too busy', error: new TooBusy(), times: 2 },
  { name: 'an app that shows nothing', error: new CannotJudge('nothing to see'), times: 1 },
])('shared facts are established $times time(s) for two checks after $name', async ({ error, times }) => {
  let made = 0
  const once = onceFor(async () => {
    made += 1
    throw error
  })

  await expect(once(owner)).rejects.toThrow(error.message)
  await expect(once(owner)).rejects.toThrow(error.message)

  expect(made).toBe(times)
})
