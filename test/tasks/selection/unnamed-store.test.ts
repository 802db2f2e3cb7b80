import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, it } from 'vitest'

import PlaceOrder from '../../../src/commands/emulator/order/place.ts'
import Install from '../../../src/commands/install.ts'
import StoreAdmin from '../../../src/commands/store/admin.ts'
import WebhookWhy from '../../../src/commands/webhook/why.ts'
import { createControlClient } from '../../../src/control/control-client.ts'
import type { DevContext } from '../../../src/dev/context.ts'
import { findTestStore } from '../../../src/dev/installs/test-store.ts'
import { loadProject } from '../../../src/project/app-toml.ts'
import { withInstalls } from '../../../src/project/installs.ts'
import { runCommand } from '../../support/command/command.ts'
import { makePlatform, type PlatformOptions } from '../../support/platform.ts'

/** An app with the test store demo, a second store of that emulator, and what each way of leaving `--store` out means. */
async function makeStores(options: PlatformOptions & { second?: 'test store' | 'other store' } = {}) {
  const platform = await makePlatform(options)
  const { made, app, identity, context, cwd, paths } = platform
  const appKey = app.appKey
  const isTestStore = (options.second ?? 'test store') === 'test store'
  const { store: second } = await made.openStore({ name: 'Second', ...(isTestStore && { appKey }) })
  const makeCurrent = () =>
    withInstalls(paths, (installs) =>
      installs.setCurrent({ identity, appKey }, { storeId: second.id, storeCode: second.code, regionId: null }),
    )
  const control = createControlClient({
    send: context().send,
    url: made.urls.portal,
    token: made.emulator.controlToken,
  })
  const dev = {
    tools: context(),
    options: { project: loadProject({ cwd }), store: undefined },
    emit: () => {},
  } as unknown as DevContext
  const ordersIn = async (code: string) =>
    (await made.control<{ orders: unknown[] }>('GET', `/stores/${code}/orders`)).orders.length
  const meant = {
    admin: async () => (await runCommand(StoreAdmin, ['--no-open'], context())).result?.store,
    order: async () => {
      const before = await ordersIn(second.code)
      const { error } = await runCommand(PlaceOrder, [], context())
      if (error !== undefined) return error.code
      return (await ordersIn(second.code)) > before ? second.code : 'demo'
    },
    dev: async () => (await findTestStore(dev, { control, app: await control.app({ key: appKey }), identity })).code,
    install: async () => {
      const { result, error } = await runCommand(Install, ['--approve'], context())
      return error?.code ?? result?.storeCode
    },
  }
  return { ...platform, meant, makeCurrent, second }
}

it('without a current store, commands use the first of several test stores, but an install requires a choice', async () => {
  const { meant, makeCurrent } = await makeStores()

  expect(await meant.install()).toBe('usage.missing')
  expect(await meant.admin()).toBe('demo')
  expect(await meant.order()).toBe('demo')
  expect(await meant.dev()).toBe('demo')
  makeCurrent()
  expect(await meant.install()).toBe('second')
})

it('every command uses the current store, even if it is not a test store', async () => {
  const { meant, makeCurrent, made, app } = await makeStores({ second: 'other store' })
  await made.control('POST', `/apps/${app.appKey}/status`, { status: 'published' })
  makeCurrent()

  expect(await meant.admin()).toBe('second')
  expect(await meant.order()).toBe('second')
  expect(await meant.install()).toBe('second')
  expect(await meant.dev()).toBe('second')
})

it('without a selected store, why reports an app without installs, and otherwise fails like any other command', async () => {
  const { made, cwd, context, second, meant } = await makeStores()
  const appKey = 'app.acme.points'
  const points = await made.registerApp({ appKey, webhook_topics: ['order.created'] })
  const toml = join(cwd, 'app.toml')
  writeFileSync(toml, readFileSync(toml, 'utf8').replace('app.acme.loyalty', appKey))
  const why = () => runCommand(WebhookWhy, ['order.created', '--json'], context())

  const draft = await why()
  await made.control('POST', `/apps/${appKey}/status`, { status: 'published' })
  await made.installApp({ app: points, store: await made.openStore({ name: 'Third' }) })
  const installed = await why()

  expect(linkOf(draft.stdout, 'status and test store')).toBe('the app is a draft, and has no test store')
  expect(linkOf(draft.stdout, 'install')).toBe('not installed')
  expect([installed.exit, installed.error?.code]).toEqual([2, 'usage.missing'])
  expect(installed.error?.message).toContain('--store is missing, and no current store is set.')
  expect(await meant.order()).toBe('usage.missing')
  expect((await runCommand(WebhookWhy, ['order.created', '--store', second.code], context())).exit).toBe(11)
})

function linkOf(document: string, name: string): string | undefined {
  const { links } = JSON.parse(document) as { links: { name: string; found: string }[] }
  return links.find((link) => link.name === name)?.found
}
