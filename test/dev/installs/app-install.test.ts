import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, it } from 'vitest'

import type { Store } from '../../../src/control/contract.ts'
import { createControlClient } from '../../../src/control/control-client.ts'
import type { DevContext } from '../../../src/dev/context.ts'
import type { DevEvent } from '../../../src/dev/events/dev-event.ts'
import { approveThroughApp, ensureInstalled } from '../../../src/dev/installs/app-install.ts'
import { installAgain } from '../../../src/dev/installs/consent.ts'
import { exchangesExhausted } from '../../../src/dev/installs/failed-exchange.ts'
import { installing } from '../../../src/dev/installs/platform-watch.ts'
import { createMilestone, createRecurrence } from '../../../src/dev/milestone.ts'
import { emulatorPlace } from '../../../src/dev/target-actions.ts'
import { importSnapshot } from '../../../src/emulator/snapshots/travel/import-snapshot.ts'
import type { Send } from '../../../src/http/wire.ts'
import { loadProject } from '../../../src/project/app-toml.ts'
import { withInstalls } from '../../../src/project/installs.ts'
import { registrationOf } from '../../../src/project/registration.ts'
import { emulatorTarget } from '../../../src/project/targets.ts'
import { authorizeUrl } from '../../../src/protocol/authorize-url.ts'
import { makeContext, NOON } from '../../support/context.ts'
import { makeEmulator } from '../../support/emulator.ts'
import { importTools, makeExported, makeFolder } from '../../support/emulator/exported-snapshot.ts'
import { plainAppToml } from '../../support/project.ts'
import { sendTo } from '../../support/send.ts'

type RunningEmulator = Pick<ReturnType<typeof makeEmulator>, 'emulator' | 'urls'>

async function withStore() {
  const running = makeEmulator()
  await running.openStore()
  return running
}

/** As much of `app dev` in the store of an emulator as an install needs. */
async function devIn({ emulator, urls }: RunningEmulator, { start = 302, approve = false } = {}) {
  const platform = sendTo(emulator)
  const send: Send = async (request) =>
    request.url.port === '3000' ? { status: start, headers: {}, body: new Uint8Array() } : platform(request)
  const context = makeContext({ send, openBrowser: async () => false })
  writeFileSync(join(context.cwd, 'app.toml'), plainAppToml)
  const control = createControlClient({ send: context.send, url: urls.portal, token: emulator.controlToken })
  const store = (await control.stores()).find(({ code }) => code === 'demo') as Store
  const events: DevEvent[] = []
  const dev = {
    tools: context,
    options: { project: loadProject({ cwd: context.cwd }), approve, reinstall: false },
    emit: (event: DevEvent) => void events.push(event),
    signal: new AbortController().signal,
  } as unknown as DevContext
  const { api, admin, portal } = urls
  const runFile = { id: 'test', urls: { api, admin, portal }, controlToken: emulator.controlToken }
  return {
    dev,
    events,
    context,
    place: { control, store, identity: 'emulator:test', target: emulatorTarget(runFile) },
  }
}

/** What `app dev` says of the install; somebody approves at once where that is needed. */
async function eventsIn(running: RunningEmulator) {
  const { dev, events, place } = await devIn(running)
  const installed = createMilestone()
  installed.reach()
  await ensureInstalled(dev, { ...place, installed })
  return events
}

it('each further requested install completes with the next exchange of the app, not earlier', async () => {
  const { dev, events, place } = await devIn(await makeExported())
  const exchanges = createRecurrence()
  const actions = emulatorPlace(dev, { ...place, installs: exchanges })
  exchanges.happen()

  for (const times of [1, 2]) {
    const install = actions.install()
    await expect.poll(() => events.filter(({ event }) => event === 'install-address').length).toBe(times)
    expect(await Promise.race([install, Promise.resolve('waits')])).toBe('waits')
    exchanges.happen()
    await install
  }
})

it('names the session store in commands if another store is current, and the region unless it is the home region', async () => {
  const { dev, context, place } = await devIn(await withStore())
  const { config } = dev.options.project
  const app = { identity: place.identity, appKey: config.key }
  const storeId = String(place.store.id)
  const next = () =>
    ['tr', 'de'].map((regionCode) => {
      const regionId = String(place.store.regions.find(({ code }) => code === regionCode)?.id)
      return installing(dev, place, { storeId, regionId, storeCode: 'demo', regionCode })
    })

  const before = next()
  withInstalls(context.paths, (installs) =>
    installs.setCurrent(app, { storeId: 9, storeCode: 'second', regionId: null }),
  )
  const after = next()
  Object.assign(dev.options, { region: 'de' })
  const again = installAgain(dev, place)

  expect(before).toEqual([
    { next: 'app install', key: 'i' },
    { next: 'app install --region de', key: null },
  ])
  expect(after).toEqual([
    { next: 'app install --store demo', key: 'i' },
    { next: 'app install --store demo --region de', key: null },
  ])
  expect(again).toBe('app install --approve --yes --store demo --region de')
  expect(next()).toEqual([
    { next: 'app install --store demo', key: null },
    { next: 'app install --store demo --region de', key: 'i' },
  ])
})

it('an install of an imported snapshot has no token, so the app does not count as installed', async () => {
  const here = await makeExported()
  const there = makeFolder()
  await importSnapshot(importTools(there), here.file)
  const imported = makeEmulator({ dir: join(there, 'emulator') })
  await imported.control('POST', '/snapshots/base/load')

  const before = await eventsIn(here)
  const after = await eventsIn(imported)

  expect(before).toContainEqual(expect.objectContaining({ event: 'installed', alreadyInstalled: true }))
  expect(after).not.toContainEqual(expect.objectContaining({ event: 'installed' }))
  expect(after).toMatchObject([
    { event: 'notice', text: expect.stringContaining('no valid token') },
    { event: 'install-address', opened: false },
  ])
})

const limited = exchangesExhausted({ command: 'app install', waitMs: null })

it.each([
  [429, '44', null, '44 s'],
  [429, null, null, 'a minute'],
  [400, null, limited, 'a minute'],
  [500, '44', limited, '44 s'],
])('shows the wait of a rate-limited app that returns %i with Retry-After %s', async (status, wait, failure, time) => {
  const { emulator, urls, registerApp, openStore } = makeEmulator()
  const { appKey, app, secrets } = await registerApp()
  const { store } = await openStore({ appKey })
  const control = createControlClient({ send: sendTo(emulator), url: urls.portal, token: emulator.controlToken })
  const redirectUri = app.redirect_uris[0] ?? ''
  const consent = { adminUrl: urls.admin, appKey, clientId: secrets.client_id, scopes: ['orders.read'], state: 's' }
  const startUrl = new URL('/auth/start', redirectUri)
  const send: Send = async (request) => {
    if (request.url.origin !== startUrl.origin) return sendTo(emulator)(request)
    const body = new Uint8Array()
    if (request.url.pathname === startUrl.pathname)
      return { status: 303, headers: { location: authorizeUrl(consent) }, body }
    return { status, headers: wait === null ? {} : { 'retry-after': wait }, body }
  }

  const install = approveThroughApp(
    { send, now: () => NOON, sleep: async () => {} },
    {
      control,
      store,
      regionId: undefined,
      startUrl,
      redirectUri,
      isInstalled: () => false,
      failedExchange: () => failure,
    },
  )

  await expect(install).rejects.toMatchObject({
    code: 'api.rate-limited',
    message: expect.stringContaining(`${time} (429)`),
    suggestions: [`Run \`app install --approve\` again in ${time}.`],
  })
})

it.each([200, 404, 501])('installs once in place of an app whose install route returns %i', async (start) => {
  const { dev, events, context, place } = await devIn(await withStore(), { start, approve: true })
  const { config } = dev.options.project
  const registration = registrationOf(config, {
    webhookUrl: 'http://127.0.0.1:4810/webhooks',
    appUrl: 'http://127.0.0.1:3000',
  })
  const { app, secrets } = await place.control.register({ key: config.key, ...registration })
  const credentials = await context.credentials({ isEmulator: true })
  const owner = { identity: place.identity, appKey: config.key }
  await credentials.set({ ...owner, kind: 'client-secret' }, secrets?.client_secret ?? '')
  const { store } = await place.control.openStore({ name: 'Own', seed: 'small', appKey: config.key })

  const install = { ...place, store, installed: createMilestone() }

  await ensureInstalled(dev, install)
  await ensureInstalled(dev, install)

  expect(events).toMatchObject([
    {
      event: 'notice',
      text: expect.stringContaining(`GET /auth/start returned ${start}. This tool installed it instead`),
    },
    { event: 'installed', alreadyInstalled: false, scopes: ['orders.read', 'customers.read'] },
    { event: 'installed', alreadyInstalled: true },
  ])
  expect(await place.control.installs({ app: app.app_key })).toHaveLength(1)
})

it('does not install in place of an app whose install route fails', async () => {
  const { dev, events, place } = await devIn(await withStore(), { start: 500, approve: true })

  const install = ensureInstalled(dev, { ...place, installed: createMilestone() })

  await expect(install).rejects.toMatchObject({ code: 'dev.install-failed' })
  expect(events).toEqual([])
})
