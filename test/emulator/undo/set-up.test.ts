import { expect, it } from 'vitest'

import { createControlClient } from '../../../src/control/control-client.ts'
import { SET_UP_HEADER } from '../../../src/control/operation.ts'
import { makeEmulator } from '../../support/emulator.ts'
import { sendTo } from '../../support/send.ts'

it('what sets up what a person works with is no step: an undo goes past it to what the person did', async () => {
  const { emulator, urls, registerApp, openStore, installApp } = makeEmulator()
  const tools = { send: sendTo(emulator), url: urls.portal, token: emulator.controlToken }
  const [own, setUp] = [createControlClient(tools), createControlClient({ ...tools, isSetUp: true })]
  const app = await registerApp()
  const store = await openStore({ appKey: app.appKey })
  await installApp({ app, store })
  const before = (await own.steps()).length

  await own.placeOrder({ store: 'demo' })
  await setUp.addTestStore({ key: app.appKey, code: 'demo' })
  const again = { requested_scopes: ['orders.read'], redirect_uris: app.app.redirect_uris }
  await setUp.register({ key: app.appKey, name: 'Another name', ...again })
  const { undone } = await own.undo()

  expect(undone.map(({ what }) => what)).toEqual(['order placed in demo'])
  expect(await own.app({ key: app.appKey })).toMatchObject({ name: 'Another name' })
  expect(await own.steps()).toHaveLength(before)
})

it('an install that is approved for a person is no step, and neither is its exchange; another install is', async () => {
  const { emulator, urls, registerApp, openStore, installApp } = makeEmulator()
  const control = createControlClient({ send: sendTo(emulator), url: urls.portal, token: emulator.controlToken })
  const app = await registerApp()
  const store = await openStore({ appKey: app.appKey })
  const words = async () => (await control.steps()).map(({ what }) => what)
  const begun = await words()

  await installApp({ app, store, headers: { [SET_UP_HEADER]: '1' } })
  const afterSetUp = await words()
  await installApp({ app, store })

  expect(afterSetUp).toEqual(begun)
  expect((await words()).slice(0, 2)).toEqual([
    'code exchanged by app.acme.loyalty',
    'app.acme.loyalty approved for demo',
  ])
})
