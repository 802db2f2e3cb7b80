import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { describe, expect, it, onTestFinished } from 'vitest'

import { createControlClient, type ControlClient } from '../../../src/control/control-client.ts'
import { createEmulator, type Emulator } from '../../../src/emulator/app.ts'
import { makeEmulator } from '../../support/emulator.ts'
import { dumpState } from '../../support/emulator/dump.ts'
import { sendTo } from '../../support/send.ts'

const at = { store: 'demo' }

function makeFolder(): string {
  const root = mkdtempSync(join(tmpdir(), 'svcapp-undo-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  return root
}

const controlOf = (emulator: Emulator): ControlClient =>
  createControlClient({ send: sendTo(emulator), url: emulator.context.urls().portal, token: emulator.controlToken })

/** An emulator in files with an installed app, whose queue stands still. */
async function makeInFiles() {
  const root = makeFolder()
  const dir = join(root, 'emulator')
  const made = makeEmulator({ dir })
  const app = await made.registerApp({
    webhook_url: 'http://127.0.0.1:9/in',
    webhook_topics: ['order.created', 'order.paid'],
  })
  const store = await made.openStore({ appKey: app.appKey })
  await made.installApp({ app, store })
  await made.emulator.queue.stop()
  return { root, dir, emulator: made.emulator, control: controlOf(made.emulator) }
}

/** Opens what lies in a folder, with the queue stopped: its dump, and its history. */
async function opened(dir: string) {
  const emulator = createEmulator({ dir })
  await emulator.queue.stop()
  const control = controlOf(emulator)
  return { emulator, control, dump: dumpState(emulator.context), steps: await control.steps() }
}

/** Takes everything back that can be, down to so many operations. */
async function undoDownTo(control: ControlClient, left: number): Promise<void> {
  for (let { length } = await control.steps(); length > left; length -= 1) await control.undo()
}

describe('after a restart', () => {
  it('earlier operations can be undone, including a new store and a reset, and ids continue', async () => {
    const { dir, emulator, control } = await makeInFiles()
    const was = dumpState(emulator.context)
    const before = (await control.steps()).length
    await control.placeOrder({ ...at, paid: true })
    await control.openStore({ name: 'Other', seed: 'small' })
    await control.reset()
    await control.openStore({ name: 'Third', seed: 'none' })
    const steps = await control.steps()
    await emulator.close()

    const next = await opened(dir)
    expect(next.steps).toEqual(steps)
    await next.control.advanceClock({ ms: 1000 })
    expect((await next.control.steps())[0]?.id).toBe((steps[0]?.id ?? 0) + 1)
    await undoDownTo(next.control, before)

    expect(dumpState(next.emulator.context)).toEqual(was)
    expect(readdirSync(join(dir, 'stores')).filter((name) => name.endsWith('.db'))).toEqual(['demo.db'])
    await next.emulator.close()
  })

  it('a whole state above the limit does not outlive the emulator, nor do earlier operations', async () => {
    const { dir, emulator, control } = await makeInFiles()
    emulator.context
      .storeDb(1001)
      .exec(
        "INSERT INTO media_files (path, content_type, bytes, created_at) VALUES ('a', 'image/png', zeroblob(60000000), 1)",
      )
    await control.reset()
    await control.openStore({ name: 'Third', seed: 'none' })
    expect((await control.steps()).length).toBeGreaterThan(2)
    await emulator.close()

    expect(readdirSync(dir).filter((name) => name.startsWith('.undo-'))).toEqual([])
    const next = await opened(dir)
    expect(next.steps.map(({ summary }) => summary)).toEqual(['store Third opened'])
    await next.emulator.close()
  })

  it('operations are limited to 50 MB and to 200, and the oldest are deleted', async () => {
    const { dir, emulator, control } = await makeInFiles()
    const { context } = emulator
    const sizes: number[] = []
    for (let n = 0; n < 60; n += 1) {
      context.step('product described', () =>
        context.storeDb(1001).exec(`UPDATE products SET description = hex(zeroblob(${300_000 + n})) WHERE id = 1`),
      )
      sizes.push(sizeOf(join(dir, 'undo')))
    }
    const large = (await control.steps()).length
    for (let n = 0; n < 210; n += 1) await control.advanceClock({ ms: 1 })
    const steps = await control.steps()
    await emulator.close()

    expect(Math.max(...sizes)).toBeGreaterThan(40_000_000)
    expect(Math.max(...sizes)).toBeLessThan(50_000_000)
    expect([large > 30, large < 60, steps.length]).toEqual([true, true, 200])
    const next = await opened(dir)
    expect(next.steps).toEqual(steps)
    await next.emulator.close()
  })

  it.each<readonly [string, (folder: string, dir: string) => void]>([
    ['another schema', (folder) => rewriteMark(folder, { schema: { registry: 1, store: 1 } })],
    ['another emulator', (folder) => rewriteMark(folder, { emulator: 'other' })],
    ['a power cut while it ran', (folder) => rewriteMark(folder, { isClosed: false, boot: { id: 'before', at: 0 } })],
    ['half a mark', (folder) => truncateSync(join(folder, 'mark.json'), 10)],
    ['no mark', (folder) => rmSync(join(folder, 'mark.json'))],
  ])('what is of %s is not taken back, and the emulator starts', async (_, spoil) => {
    const { dir, emulator, control } = await makeInFiles()
    await control.placeOrder(at)
    await emulator.close()
    spoil(join(dir, 'undo'), dir)

    const next = await opened(dir)

    expect(next.steps).toEqual([])
    await expect(next.control.undo()).rejects.toMatchObject({ code: 'emulator.unknown-operation' })
    await next.control.placeOrder(at)
    expect((await next.control.undo()).undone).toHaveLength(1)
    await next.emulator.close()
  })

  it('a corrupted operation truncates the history, and unrelated files are left unchanged', async () => {
    const { dir, emulator, control } = await makeInFiles()
    await control.placeOrder(at)
    await control.placeOrder(at)
    await emulator.close()
    const folder = join(dir, 'undo')
    const [name = ''] = readdirSync(folder).filter((one) => one.endsWith('.steps'))
    const bytes = readFileSync(join(folder, name))
    bytes[bytes.lastIndexOf('{"summary"')] = 0
    writeFileSync(join(folder, name), bytes)
    writeFileSync(join(folder, 'x.steps'), 'x')
    writeFileSync(join(folder, '999.steps'), 'x')

    const next = await opened(dir)

    expect(next.steps).toEqual([])
    await expect(next.control.undo()).rejects.toMatchObject({ code: 'emulator.unknown-operation' })
    await next.control.placeOrder(at)
    await next.control.undo()
    expect(readdirSync(folder)).toContain('x.steps')
    expect(readdirSync(join(dir, 'stores'))).toContain('demo.db')
    await next.emulator.close()
  })

  it('deletes only saved states, whatever the history contains', async () => {
    const { dir, emulator, control } = await makeInFiles()
    await control.reset()
    await emulator.close()
    const folder = join(dir, 'undo')
    for (const name of readdirSync(folder).filter((one) => one.endsWith('.steps'))) {
      const text = readFileSync(join(folder, name), 'latin1')
      writeFileSync(
        join(folder, name),
        text.replace(/"\.undo-[0-9a-f]{12}"/, '"../emulator/stores"'.slice(0, 20)),
        'latin1',
      )
    }

    const next = await opened(dir)

    expect(next.steps.every(({ summary }) => summary !== 'emulator reset')).toBe(true)
    expect(existsSync(join(dir, 'registry.db'))).toBe(true)
    await next.emulator.close()
  })
})

it('removing the history files while the emulator runs loses the history and does no other harm', async () => {
  const { dir, emulator, control } = await makeInFiles()
  const was = dumpState(emulator.context)
  await control.placeOrder(at)
  rmSync(join(dir, 'undo'), { recursive: true })
  for (let n = 0; n < 70; n += 1) await control.advanceClock({ ms: 1 })
  await control.openStore({ name: 'Other', seed: 'none' })

  const { length } = await control.steps()
  for (let n = 0; n < length; n += 1) await control.undo()
  await expect(control.undo()).rejects.toMatchObject({ code: 'emulator.unknown-operation' })
  expect((await control.stores()).map(({ code }) => code)).toEqual(['demo', 'other'])
  await emulator.close()

  const next = await opened(dir)
  expect(next.steps).toEqual([])
  expect(Object.keys(next.dump)).toEqual([...Object.keys(was).slice(0, 2), 'other', ...Object.keys(was).slice(2)])
  await next.emulator.close()
})

/** What the files take on the disk. */
const sizeOf = (folder: string) =>
  readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).blocks * 512, 0)

const rewriteMark = (folder: string, change: object) => {
  const path = join(folder, 'mark.json')
  writeFileSync(path, JSON.stringify({ ...(JSON.parse(readFileSync(path, 'utf8')) as object), ...change }))
}
