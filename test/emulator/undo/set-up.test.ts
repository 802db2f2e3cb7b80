import { expect, it } from 'vitest'

import { createControlClient } from '../../../src/control/control-client.ts'
import { SET_UP_HEADER } from '../../../src/control/operation.ts'
import { makeEmulator } from '../../support/emulator.ts'
import { sendTo } from '../../support/send.ts'

it('automatic setup is not an operation, so an undo skips it and reverts what the user did', async () => {
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

  expect(undone.map(({ summary }) => summary)).toEqual(['order placed in demo'])
  expect(await own.app({ key: app.appKey })).toMatchObject({ name: 'Another name' })
  expect(await own.steps()).toHaveLength(before)
})

it('an automatic install and its exchange are not operations, but another install is', async () => {
  const { emulator, urls, registerApp, openStore, installApp } = makeEmulator()
  const control = createControlClient({ send: sendTo(emulator), url: urls.portal, token: emulator.controlToken })
  const app = await registerApp()
  const store = await openStore({ appKey: app.appKey })
  const words = async () => (await control.steps()).map(({ summary }) => summary)
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

/** An app and a store by hand, one after the other, and an install that was set up since. */
function makeSetUp() {
  const made = makeEmulator()
  const { emulator, urls } = made
  const tools = { send: sendTo(emulator), url: urls.portal, token: emulator.controlToken }
  const [own, setUp] = [createControlClient(tools), createControlClient({ ...tools, isSetUp: true })]
  return { ...made, own, setUp, aside: { [SET_UP_HEADER]: '1' } }
}

it('undoing a registration removes and reports its automatic install, and revokes the token', async () => {
  const { own, setUp, registerApp, installApp, api, aside } = makeSetUp()
  const app = await registerApp()
  const opened = await setUp.openStore({ name: 'Demo', appKey: app.appKey })
  const store = { ...opened, code: opened.store.code }
  const { token } = await installApp({ app, store, headers: aside })

  const { undone, lost, revokedTokens } = await own.undo()

  expect(undone.map(({ summary }) => summary)).toEqual(['app.acme.loyalty registered'])
  expect([lost, revokedTokens]).toEqual([[{ appKey: 'app.acme.loyalty', store: 'demo' }], 1])
  expect(await own.installs({})).toEqual([])
  expect((await api(token, '/context')).status).toBe(401)
  expect(await own.uninstall({ store: 'demo', key: 'app.acme.loyalty' })).toBe(0)
})

it('undoing a store removes and reports its automatic install', async () => {
  const { own, registerApp, openStore, installApp, aside } = makeSetUp()
  const app = await registerApp()
  const store = await openStore({ appKey: app.appKey })
  await installApp({ app, store, headers: aside })

  const { undone, lost } = await own.undo()

  expect(undone.map(({ summary }) => summary)).toEqual(['store Demo opened'])
  expect(lost).toEqual([{ appKey: 'app.acme.loyalty', store: 'demo' }])
})

it('undoing a reset reports what was set up after it', async () => {
  const { own, setUp, registerApp } = makeSetUp()
  const { app } = await registerApp()
  await own.reset()
  const { name, requested_scopes, redirect_uris } = app
  await setUp.register({ key: 'app.acme.other', name, requested_scopes, redirect_uris })
  await setUp.openStore({ name: 'New' })

  const { undone, lost } = await own.undo()

  expect(undone).toHaveLength(1)
  expect(lost).toEqual([
    { appKey: 'app.acme.other', store: null },
    { appKey: null, store: 'new' },
  ])
})
