import { expect, it } from 'vitest'

import { chooseInstallPlace } from '../../../src/tasks/selection/install-place.ts'
import { makeEmulator } from '../../support/emulator.ts'

it('lists the available stores if the app has no test store', async () => {
  const made = makeEmulator()
  const { app: registration } = await made.registerApp()
  const { store } = await made.openStore({ name: 'Small' })
  const choose = (stores: (typeof store)[]) => () =>
    chooseInstallPlace({ stores, registration, store: undefined, currentStoreId: undefined, region: undefined })

  expect(choose([store])).toThrow(
    expect.objectContaining({
      code: 'install.no-store',
      suggestions: ['Add small as a test store: `app store use small`.', 'Create a test store: `app store open`.'],
    }),
  )
  expect(choose([])).toThrow(expect.objectContaining({ suggestions: ['Create a test store: `app store open`.'] }))
})
