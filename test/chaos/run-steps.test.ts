import { expect, it } from 'vitest'

import { runSteps } from '../../src/chaos/run-steps.ts'
import { createControlClient } from '../../src/control/control-client.ts'
import { defined } from '../../src/text/defined.ts'
import { makeEmulator } from '../support/emulator.ts'
import { sendTo } from '../support/send.ts'

async function makeSteps() {
  const { emulator, urls, openStore } = makeEmulator()
  const { code } = await openStore({ seed: 'small' })
  const control = createControlClient({ send: sendTo(emulator), url: urls.portal, token: emulator.controlToken })
  const tools = { control, now: () => new Date(0), sleep: async () => {}, onProgress: () => {} }
  const steps = [
    { atMs: 0, order: 1, step: 'place' },
    { atMs: 1, order: 1, step: 'pay' },
    { atMs: 2, order: 2, step: 'place-paid' },
    { atMs: 3, order: 2, step: 'cancel' },
  ] as const
  return (region?: number) =>
    runSteps(tools, { steps }, { store: code, ...defined({ region }), signal: new AbortController().signal })
}

it('counts placed orders, payments and operations', async () => {
  const run = await makeSteps()

  expect(await run()).toMatchObject({ orders: 2, paid: 2, operations: 4, rejected: [] })
})

it('order steps that the store rejected are not counted as done', async () => {
  const run = await makeSteps()

  const done = await run(999)

  expect(done).toMatchObject({ orders: 0, paid: 0, operations: 0, firstEvent: null })
  expect(done.rejected).toHaveLength(2)
})
