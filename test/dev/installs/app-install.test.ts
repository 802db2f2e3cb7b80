import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, it } from 'vitest'

import type { Store } from '../../../src/control/contract.ts'
import { createControlClient } from '../../../src/control/control-client.ts'
import type { DevEvent } from '../../../src/dev/events/dev-event.ts'
import { approveThroughApp, ensureInstalled } from '../../../src/dev/installs/app-install.ts'
import { createMilestone, createRecurrence } from '../../../src/dev/milestone.ts'
import type { Stage } from '../../../src/dev/stage.ts'
import { emulatorPlace } from '../../../src/dev/target-actions.ts'
import { importSnapshot } from '../../../src/emulator/snapshots/travel/import-snapshot.ts'
import type { Send } from '../../../src/http/wire.ts'
import { loadProject } from '../../../src/project/app-toml.ts'
import { authorizeUrl } from '../../../src/protocol/authorize-url.ts'
import { makeContext } from '../../support/context.ts'
import { makeEmulator } from '../../support/emulator.ts'
import { importTools, makeExported, makeFolder } from '../../support/emulator/exported-snapshot.ts'
import { plainAppToml } from '../../support/project.ts'
import { sendTo } from '../../support/send.ts'

type RunningEmulator = Pick<ReturnType<typeof makeEmulator>, 'emulator' | 'urls'>

/** As much of `app dev` in the store of an emulator as an install needs. */
async function stageIn({ emulator, urls }: RunningEmulator) {
  const context = makeContext({ send: sendTo(emulator), openBrowser: async () => false })
  writeFileSync(join(context.cwd, 'app.toml'), plainAppToml)
  const control = createControlClient({ send: context.send, url: urls.portal, token: emulator.controlToken })
  const store = (await control.stores()).find(({ code }) => code === 'demo') as Store
  const events: DevEvent[] = []
  const stage = {
    tools: context,
    options: { project: loadProject({ cwd: context.cwd }), approve: false, reinstall: false },
    emit: (event: DevEvent) => void events.push(event),
    signal: new AbortController().signal,
  } as unknown as Stage
  return { stage, events, place: { control, store, identity: 'emulator:test' } }
}

/** What `app dev` says of the install; somebody approves at once where that is needed. */
async function eventsIn(running: RunningEmulator) {
  const { stage, events, place } = await stageIn(running)
  const installed = createMilestone()
  installed.reach()
  await ensureInstalled(stage, { ...place, installed })
  return events
}

it('each further install that was asked for is over with the next exchange of the app, and not before', async () => {
  const { stage, events, place } = await stageIn(await makeExported())
  const exchanges = createRecurrence()
  const actions = emulatorPlace(stage, { ...place, installs: exchanges })
  exchanges.happen()

  for (const times of [1, 2]) {
    const install = actions.install()
    await expect.poll(() => events.filter(({ event }) => event === 'install-address').length).toBe(times)
    expect(await Promise.race([install, Promise.resolve('waits')])).toBe('waits')
    exchanges.happen()
    await install
  }
})

it('an install of an imported snapshot has no token, so the app is not installed there', async () => {
  const here = await makeExported()
  const there = makeFolder()
  await importSnapshot(importTools(there), here.file)
  const imported = makeEmulator({ dir: join(there, 'emulator') })
  await imported.control('POST', '/snapshots/base/load')

  const before = await eventsIn(here)
  const after = await eventsIn(imported)

  expect(before).toContainEqual(expect.objectContaining({ event: 'installed', already: true }))
  expect(after).not.toContainEqual(expect.objectContaining({ event: 'installed' }))
  expect(after).toMatchObject([
    { event: 'notice', text: expect.stringContaining('no live token') },
    { event: 'install-address', opened: false },
  ])
})

it.each([
  ['44', 'Run `app install --approve` again in 44 s; the limit is 30 exchanges a minute.'],
  [null, 'Run `app install --approve` again in a minute; the limit is 30 exchanges a minute.'],
])('an app whose exchange was limited is installed again after a wait: Retry-After %s', async (wait, suggestion) => {
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
    return { status: 429, headers: wait === null ? {} : { 'retry-after': wait }, body }
  }

  const install = approveThroughApp(
    { send },
    { control, store, regionId: undefined, startUrl, redirectUri, isInstalled: () => false },
  )

  await expect(install).rejects.toMatchObject({ code: 'api.rate-limited', suggestions: [suggestion] })
})
