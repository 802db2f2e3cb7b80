import { expect, it } from 'vitest'

import type { DevContext } from '../../../src/dev/context.ts'
import type { DevEvent } from '../../../src/dev/events/dev-event.ts'
import { ensureLiveInstalled, livePlace, type LiveInstall } from '../../../src/dev/live/live-install.ts'
import { tunnelDown } from '../../../src/dev/notes/tunnel-down.ts'
import { receiverAt } from '../../../src/install/advice.ts'
import { recordInstall, withInstalls } from '../../../src/project/installs.ts'
import { makeContext } from '../../support/context.ts'

const app = { identity: 'https://api.example', appKey: 'app.acme.loyalty' }

/** What the key `i` does, on a clock that the test sets. */
function makeKey(tunnelProblem: LiveInstall['tunnelProblem'] = () => null, receiver: LiveInstall['receiver'] = 'app') {
  let time = 0
  const events: DevEvent[] = []
  const { paths } = makeContext()
  const tools = {
    paths,
    trust: { isAgreed: false, isInteractive: true },
    now: () => new Date(time),
    openBrowser: async () => false,
  }
  const config = { key: app.appKey, installScope: 'store', scopes: { required: [] }, webhooks: { topics: [] } }
  // As much of the context as the key needs.
  const dev = {
    tools,
    options: { project: { config, dir: import.meta.dirname } },
    emit: (event: DevEvent) => void events.push(event),
  } as unknown as DevContext
  const consent: LiveInstall['consent'] = { warnedAt: null }
  const live = {
    consent,
    receiver,
    tunnelProblem,
    credentials: { get: async () => null },
    target: { identity: app.identity, adminUrl: new URL('https://admin.example/') },
    startUrl: 'https://dev.example/auth/start',
  } as unknown as LiveInstall
  const { install, pages } = livePlace(dev, live)
  const press = async (after: number) => {
    time += after
    await install()
    return events.at(-1)?.event
  }
  return { press, pages, consent, events, paths, start: () => ensureLiveInstalled(dev, live) }
}

it('opens an install on the second key press, and warns first the next time', async () => {
  const { press } = makeKey()

  expect([await press(0), await press(120_000), await press(1000)]).toEqual(['notice', 'install-address', 'notice'])
})

it('warns that a deployed app gets the token if the redirect URL leads there', async () => {
  const { press, events } = makeKey(() => null, receiverAt('https://prod.example/auth/callback', 'https://dev.example'))

  await press(0)

  expect(events).toMatchObject([{ event: 'notice', text: expect.stringContaining('the app there gets the new token') }])
  expect(receiverAt('https://dev.example/auth/callback', 'https://dev.example')).toBe('app')
  expect(receiverAt('http://127.0.0.1:3000/auth/callback', 'https://dev.example')).toBe('app')
})

it('keeps the install whose token the app has, and names the one whose token this tool has', async () => {
  const { start, paths, events } = makeKey()
  const install = { ...app, storeId: 1001, storeCode: null, storeName: 'Demo', storeDomain: 'demo.example' }
  const regions = [
    { id: 1, code: 'tr' },
    { id: 2, code: 'de' },
  ] as never
  const kept = { ...install, installScope: 'store', scopes: [], regions, installedAt: '2026-11-21T12:00:00Z' } as const
  recordInstall(paths, { ...kept, regionId: 1, holder: 'app', holderDir: import.meta.dirname })
  recordInstall(paths, { ...kept, regionId: 2, holder: 'cli' })

  await start()

  expect(events).toMatchObject([
    { event: 'notice', text: expect.stringMatching(/^In Demo, de, this tool exchanged the code/) },
    { event: 'installed', regionId: '1', alreadyInstalled: true },
    { event: 'notice' },
  ])
})

it('warns of installs with another install_scope, which the store owner has to remove first (TOK-021)', async () => {
  const { press, paths, events } = makeKey()
  const install = {
    ...app,
    storeId: 1001,
    regionId: 7,
    storeCode: null,
    storeName: 'Demo',
    storeDomain: 'demo.example',
  }
  const regions = [{ id: 7, code: 'de' }] as never
  recordInstall(paths, { ...install, installScope: 'region', scopes: [], regions, installedAt: '2026-11-21T12:00:00Z' })

  await press(0)

  expect(events).toMatchObject([
    { text: expect.stringContaining('First remove the installs with the old install_scope in the store admin') },
  ])
  expect(events).toMatchObject([{ text: expect.stringContaining('Demo, de.') }])
})

it('links to the store admin, and to the storefront if the domain on record is a host name', () => {
  const { pages, paths } = makeKey()
  const admin = { name: 'Store admin', url: 'https://admin.example/' }
  const install = {
    ...app,
    storeId: 1001,
    regionId: 7,
    storeCode: null,
    storeName: 'Demo',
    installScope: 'region',
  } as const
  const record = (storeDomain: string) =>
    recordInstall(paths, { ...install, storeDomain, scopes: [], regions: [], installedAt: '2026-11-21T12:00:00Z' })

  expect(pages()).toEqual([admin])
  record('demo.example')
  expect(pages()).toEqual([admin, { name: 'Storefront', url: 'https://demo.example/' }])
  record('demo.example@other.example/path')
  expect(pages()).toEqual([admin])
})

it('warns again if the second key press comes more than 2 minutes later', async () => {
  const { press } = makeKey()

  expect([await press(0), await press(120_001), await press(0)]).toEqual(['notice', 'notice', 'install-address'])
})

it('reports a stopped tunnel and its required target instead of an address', async () => {
  const note = { url: 'https://dev.example', gateway: 'http://127.0.0.1:4810', isOwn: true }
  const { press, events } = makeKey(() => tunnelDown(note))

  await press(0)
  await press(0)

  const text =
    'The tunnel is down: https://dev.example does not reach this machine, so the browser cannot open your app. Nothing was opened. Forward this address to http://127.0.0.1:4810 (the gateway of `app dev`), with path and body unchanged.'
  expect(events).toEqual([
    { event: 'notice', text },
    { event: 'notice', text },
  ])
})

it('warns on the first key press even if the platform rejected the token on record, because a colleague may have a new one', async () => {
  const { press, paths } = makeKey()
  const install = {
    ...app,
    storeId: 1001,
    regionId: null,
    storeCode: 'demo',
    storeName: 'Demo',
    storeDomain: 'demo.example',
    installScope: 'store',
    scopes: [],
    regions: [],
    installedAt: '2026-11-21T12:00:00Z',
  } as const
  recordInstall(paths, install)
  withInstalls(paths, (installs) => installs.setTokenStatus(install, { refusedAt: '2026-11-21T12:30:00Z' }))

  expect([await press(0), await press(1000)]).toEqual(['notice', 'install-address'])
})
