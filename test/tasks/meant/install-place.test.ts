import { expect, it } from 'vitest'

import { chooseInstallPlace } from '../../../src/tasks/meant/install-place.ts'
import { makeEmulator } from '../../support/emulator.ts'

it('names the stores that are there where the app has no test store', async () => {
  const world = makeEmulator()
  const { app: registration } = await world.registerApp()
  const { store } = await world.openStore({ name: 'Small' })
  const choose = (stores: (typeof store)[]) => () =>
    chooseInstallPlace({ stores, registration, store: undefined, currentStoreId: undefined, region: undefined })

  expect(choose([store])).toThrow(
    expect.objectContaining({
      code: 'install.no-store',
      suggestions: ['Make small one of them: `app store use small`.', 'Open one: `app store create`.'],
    }),
  )
  expect(choose([])).toThrow(expect.objectContaining({ suggestions: ['Open one: `app store create`.'] }))
})
