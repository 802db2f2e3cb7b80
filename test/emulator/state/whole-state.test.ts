import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import { expect, it, onTestFinished } from 'vitest'

import { createControlClient } from '../../../src/control/control-client.ts'
import { makeEmulator } from '../../support/emulator.ts'
import { dumpState } from '../../support/emulator/dump.ts'
import { sendTo } from '../../support/send.ts'

/** An emulator in files with an installed app, whose queue stands still. */
async function makeKept() {
  const root = mkdtempSync(join(tmpdir(), 'svcapp-undo-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const dir = join(root, 'emulator')
  const made = makeEmulator({ dir })
  const app = await made.registerApp({ webhook_url: 'http://127.0.0.1:9/in', webhook_topics: ['order.created'] })
  const store = await made.openStore({ appKey: app.appKey })
  const { token } = await made.installApp({ app, store })
  const { emulator, urls } = made
  const control = createControlClient({ send: sendTo(emulator), url: urls.portal, token: emulator.controlToken })
  const kept = () => readdirSync(dir).filter((name) => name.startsWith('.undo-'))
  return { ...made, dir, control, token, kept }
}

it('undoes a reset, a load and the operations between them one by one, restoring every database', async () => {
  const { control, emulator, api, token, kept, dir } = await makeKept()
  const dumps = [dumpState(emulator.context)]
  const first = (await control.steps()).length
  await control.saveSnapshot({ name: 'base' })
  const acts = [
    () => control.openStore({ name: 'Other' }),
    () => control.reset(),
    () => control.openStore({ name: 'Third' }),
    () => control.loadSnapshot({ name: 'base' }),
    () => control.advanceClock({ ms: 60_000 }),
  ]
  for (const act of acts) {
    await act()
    await emulator.queue.stop()
    dumps.push(dumpState(emulator.context))
  }
  expect(kept()).toHaveLength(2)

  for (const was of dumps.slice(0, -1).toReversed()) {
    const { undone } = await control.undo()
    await emulator.queue.stop()
    expect(undone).toHaveLength(1)
    expect(dumpState(emulator.context)).toEqual(was)
  }

  expect((await control.steps()).length).toBe(first)
  expect(kept()).toEqual([])
  expect((await api(token, '/orders')).status).toBe(200)
  expect(existsSync(join(dir, 'stores', 'other.db'))).toBe(false)
})

it('a stop deletes the history and the saved states, and keeps the current state', async () => {
  const { control, emulator, kept, dir } = await makeKept()
  await control.reset()
  await control.openStore({ name: 'Third' })
  await emulator.queue.stop()
  const was = dumpState(emulator.context)
  expect(kept()).toHaveLength(1)

  await emulator.close()
  expect(kept()).toEqual([])
  const { urls, emulator: its } = makeEmulator({ dir })
  const again = createControlClient({ send: sendTo(its), url: urls.portal, token: its.controlToken })

  expect(await again.steps()).toEqual([])
  await expect(again.undo()).rejects.toMatchObject({ code: 'emulator.unknown-operation' })
  await its.queue.stop()
  expect(dumpState(its.context)).toEqual(was)
})

it('a start deletes what a killed process left: saved states and stores that are not in the registry', async () => {
  const { emulator, kept, dir } = await makeKept()
  await emulator.close()
  cpSync(join(dir, 'stores'), join(dir, '.undo-000000000000', 'stores'), { recursive: true })
  cpSync(join(dir, 'stores', 'demo.db'), join(dir, 'stores', 'other.db'))

  const { urls, emulator: its } = makeEmulator({ dir })

  expect(kept()).toEqual([])
  expect(readdirSync(join(dir, 'stores')).filter((name) => name.endsWith('.db'))).toEqual(['demo.db'])
  const again = createControlClient({ send: sendTo(its), url: urls.portal, token: its.controlToken })
  expect((await again.openStore({ name: 'Other' })).store).toMatchObject({ code: 'other' })
  expect(await again.placeOrder({ store: 'other' })).toMatchObject({ currency: 'TRY' })
})

it('runs a reset even if no state can be saved, after which no earlier operation can be undone', async () => {
  const { control, dir } = await makeKept()
  const other = new DatabaseSync(join(dir, 'registry.db'))
  onTestFinished(() => other.close())
  other.prepare('SELECT count(*) FROM apps').get()

  await control.reset()

  expect(await control.stores()).toEqual([])
  expect(await control.steps()).toEqual([])
})
