import { createHash } from 'node:crypto'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, it, onTestFinished } from 'vitest'

import { createControlClient, type ControlClient } from '../../../src/control/control-client.ts'
import type { EmulatorContext } from '../../../src/emulator/context.ts'
import { openEmulatorContext } from '../../../src/emulator/state/open-context.ts'
import type { ChangedRows } from '../../../src/emulator/undo/step.ts'
import { makeEmulator } from '../../support/emulator.ts'
import { crashStates } from '../../support/emulator/crash-states.ts'
import { dumpState } from '../../support/emulator/dump.ts'
import { sendTo } from '../../support/send.ts'

const at = { store: 'demo' }

/** An emulator in files with an installed app, whose queue stands still. */
async function makeInFiles() {
  const root = mkdtempSync(join(tmpdir(), 'svcapp-undo-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const dir = join(root, 'emulator')
  const made = makeEmulator({ dir })
  const app = await made.registerApp({
    webhook_url: 'http://127.0.0.1:9/in',
    webhook_topics: ['order.created', 'order.paid'],
  })
  const store = await made.openStore({ appKey: app.appKey })
  await made.installApp({ app, store })
  const { emulator, urls } = made
  await emulator.queue.stop()
  const control = createControlClient({ send: sendTo(emulator), url: urls.portal, token: emulator.controlToken })
  return { root, dir, emulator, control }
}

/** What a start finds in a folder, before anything is sent. */
function opened(dir: string) {
  return openEmulatorContext({
    dir,
    now: () => new Date(),
    randomBytes: (size) => Buffer.alloc(size, 1),
    urls: () => ({ api: '', admin: '', portal: '', storefront: '' }),
  })
}

/** Returns a digest of all rows, because a difference of whole dumps is too long to read. */
function print(context: EmulatorContext): string {
  return createHash('sha256')
    .update(JSON.stringify(dumpState(context)))
    .digest('hex')
}

/** The last operation, which changed rows. */
function last({ history }: ReturnType<typeof opened>): ChangedRows {
  const how = history.last()?.how
  if (how?.kind !== 'rows') throw new Error('No rows changed.')
  return how
}

interface Act {
  /** What must be done before it; it stays. */
  readonly before?: (control: ControlClient) => Promise<unknown>
  readonly act: (control: ControlClient) => Promise<unknown>
}

const acts: Readonly<Record<string, Act>> = {
  'an order': { act: (control) => control.placeOrder({ ...at, paid: true }) },
  'a new store': { act: (control) => control.openStore({ name: 'Other', seed: 'small' }) },
  'a reset': { act: (control) => control.reset() },
  'a load': {
    before: async (control) => {
      await control.saveSnapshot({ name: 'base' })
      await control.placeOrder(at)
    },
    act: (control) => control.loadSnapshot({ name: 'base' }),
  },
  'the undo of an order': {
    before: (control) => control.placeOrder({ ...at, paid: true }),
    act: (control) => control.undo(),
  },
  'the undo of a new store': {
    before: (control) => control.openStore({ name: 'Other', seed: 'small' }),
    act: (control) => control.undo(),
  },
  'the undo of a reset': { before: (control) => control.reset(), act: (control) => control.undo() },
}

it.each(Object.keys(acts))('kill -9 at any moment of %s leaves either all or no changes', async (name) => {
  const { root, dir, emulator, control } = await makeInFiles()
  const { before, act } = acts[name] as Act
  await before?.(control)
  await emulator.queue.stop()
  const was = print(emulator.context)

  const copies = await crashStates(dir, join(root, 'killed'), async () => {
    await act(control)
    await emulator.queue.stop()
  })

  const is = print(emulator.context)
  const found = { was: 0, is: 0 }
  for (const copy of copies) {
    const again = join(root, 'again')
    cpSync(copy, again, { recursive: true })
    const next = opened(again)
    const state = print(next.context)
    expect([was, is]).toContain(state)
    found[state === is ? 'is' : 'was'] += 1
    // And it goes on from there.
    next.context.step('clock moved', () => next.context.advanceClock(1000))
    next.undo(last(next), new Set())
    expect(print(next.context)).toBe(state)
    next.close()
    rmSync(again, { recursive: true })
  }
  expect(found.was).toBeGreaterThan(0)
  expect(found.is).toBeGreaterThan(0)
})
