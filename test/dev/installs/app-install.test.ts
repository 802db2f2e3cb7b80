import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, it } from 'vitest'

import type { Store } from '../../../src/control/contract.ts'
import { createControlClient } from '../../../src/control/control-client.ts'
import type { DevEvent } from '../../../src/dev/events/dev-event.ts'
import { ensureInstalled } from '../../../src/dev/installs/app-install.ts'
import { createMilestone } from '../../../src/dev/milestone.ts'
import type { Stage } from '../../../src/dev/stage.ts'
import { importSnapshot } from '../../../src/emulator/snapshots/travel/import-snapshot.ts'
import { loadProject } from '../../../src/project/app-toml.ts'
import { makeContext } from '../../support/context.ts'
import { makeEmulator } from '../../support/emulator.ts'
import { importTools, makeExported, makeFolder } from '../../support/emulator/exported-snapshot.ts'
import { plainAppToml } from '../../support/project.ts'
import { sendTo } from '../../support/send.ts'

/** What `app dev` says of the install in the store of an emulator; somebody approves at once where that is needed. */
async function eventsIn({ emulator, urls }: Pick<ReturnType<typeof makeEmulator>, 'emulator' | 'urls'>) {
  const context = makeContext({ send: sendTo(emulator), openBrowser: async () => false })
  writeFileSync(join(context.cwd, 'app.toml'), plainAppToml)
  const control = createControlClient({ send: context.send, url: urls.portal, token: emulator.controlToken })
  const store = (await control.stores()).find(({ code }) => code === 'demo') as Store
  const events: DevEvent[] = []
  const installed = createMilestone()
  installed.reach()
  // As much of a stage as an install needs.
  const stage = {
    tools: context,
    options: { project: loadProject({ cwd: context.cwd }), approve: false, reinstall: false },
    emit: (event: DevEvent) => void events.push(event),
    signal: new AbortController().signal,
  } as unknown as Stage
  await ensureInstalled(stage, { control, store, identity: 'emulator:test', installed })
  return events
}

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
