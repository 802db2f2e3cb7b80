import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import { describe, expect, it, onTestFinished } from 'vitest'

import { loadIntoStopped } from '../../../src/emulator/state/stopped.ts'
import { makeEmulator } from '../../support/emulator.ts'

/** The folder of an emulator that has ended, with a seeded store and a snapshot of it. */
async function endedEmulator({ isSaved = false } = {}): Promise<string> {
  const root = mkdtempSync(join(tmpdir(), 'svcapp-damaged-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const dir = join(root, 'emulator')
  const { openStore, control, emulator } = makeEmulator({ dir })
  await openStore({ seed: 'small' })
  if (isSaved) await control('POST', '/snapshots', { name: 'base' })
  await emulator.close()
  return dir
}

function raisedBy(work: () => unknown): unknown {
  try {
    work()
  } catch (error) {
    return error
  }
  return null
}

const overwrite = (path: string, from: number, to: number) => {
  const bytes = readFileSync(path)
  bytes.fill(0xa5, from, Math.min(to, bytes.byteLength))
  writeFileSync(path, bytes)
}

const damages: readonly [string, string, (path: string) => void][] = [
  ['registry.db', 'empty', (path) => truncateSync(path)],
  ['registry.db', 'gone', (path) => rmSync(path)],
  ['registry.db', 'with a smashed header', (path) => overwrite(path, 0, 100)],
  ['registry.db', 'with smashed pages', (path) => overwrite(path, 100, Infinity)],
  ['stores/demo.db', 'empty', (path) => truncateSync(path)],
  ['stores/demo.db', 'gone', (path) => rmSync(path)],
  ['stores/demo.db', 'with a smashed header', (path) => overwrite(path, 0, 100)],
  ['stores/demo.db', 'with smashed pages', (path) => overwrite(path, 4096, Infinity)],
]

describe.each(damages)('damaged state: %s is %s', (file, _how, damage) => {
  it('makes the start fail, and the next start without the folder succeeds (R7)', async () => {
    const dir = await endedEmulator()
    damage(join(dir, file))

    const raised = raisedBy(() => makeEmulator({ dir }))

    expect(raised).toMatchObject({ code: 'storage.broken', message: expect.stringContaining(dir) as string })
    expect(raised).toMatchObject({
      suggestions: [`Rename the folder ${dir}. The next emulator start creates a new folder.`],
    })
    renameSync(dir, `${dir}.aside`)
    const { control, openStore } = makeEmulator({ dir })
    await openStore({ seed: 'small' })
    expect(await control('GET', '/stores')).toMatchObject({ stores: [{ code: 'demo' }] })
  })

  it('is replaced by a snapshot, after which the emulator starts', async () => {
    const dir = await endedEmulator({ isSaved: true })
    damage(join(dir, file))

    const raised = raisedBy(() => makeEmulator({ dir }))
    const paths = { emulatorDir: dir, runFile: join(dir, 'run.json') }
    const loaded = loadIntoStopped({ paths, now: () => new Date(), randomBytes: Buffer.alloc }, 'base')

    expect(raised).toMatchObject({ suggestions: ['app emulator snapshot load base', expect.any(String) as string] })
    expect(loaded).toMatchObject({ name: 'base', stores: 1 })
    const { control } = makeEmulator({ dir })
    expect(await control('GET', '/undo')).toEqual({ steps: [] })
    expect(await control('GET', '/stores')).toMatchObject({ stores: [{ code: 'demo' }] })
  })
})

it('does not treat the missing file of an unused store as damage', async () => {
  const dir = await endedEmulator()
  const { openStore, emulator } = makeEmulator({ dir })
  await openStore({ name: 'Unused', seed: 'none' })
  await emulator.close()
  expect(existsSync(join(dir, 'stores', 'unused.db'))).toBe(false)

  const { control } = makeEmulator({ dir })

  expect(await control('GET', '/stores')).toMatchObject({ stores: [{ code: 'demo' }, { code: 'unused' }] })
})

it('does not load a snapshot with an emptied database', async () => {
  const dir = await endedEmulator({ isSaved: true })
  const { rawControl, control } = makeEmulator({ dir })
  truncateSync(join(dir, 'snapshots', 'base', 'stores', 'demo.db'))

  const answer = await rawControl('POST', '/snapshots/base/load', {})

  expect(await answer.json()).toMatchObject({
    error: {
      code: 'storage.broken',
      message: 'The snapshot base is damaged.',
      suggestions: ['app emulator snapshot delete base'],
    },
  })
  expect(await control('GET', '/stores')).toMatchObject({ stores: [{ code: 'demo' }] })
})

it('reports a damaged page in the control interface and the log, while other stores keep working', async () => {
  const dir = await endedEmulator()
  const path = join(dir, 'stores', 'first.db')
  const before = makeEmulator({ dir })
  const app = await before.registerApp()
  const inStore = async (name: string) =>
    before.installApp({ app, store: await before.openStore({ name, appKey: app.appKey, seed: 'small' }) })
  const [first, second] = [await inStore('First'), await inStore('Second')]
  await before.emulator.close()
  smashTable(path, 'orders')
  const { rawControl, control, api } = makeEmulator({ dir })
  const damage = `The emulator's state is damaged: ${path} is damaged.`

  const saved = await rawControl('POST', '/snapshots', { name: 'base' })
  const [there, elsewhere] = [await api(first.token, '/orders'), await api(second.token, '/orders')]

  expect(await saved.json()).toMatchObject({ error: { code: 'storage.broken', message: damage } })
  expect([there.status, elsewhere.status]).toEqual([500, 200])
  const { entries: log } = await control<{ entries: { code: string; message: string }[] }>('GET', '/log')
  expect(log.find(({ code }) => code === 'storage.broken')).toMatchObject({ message: damage })
})

/** Smashes the first page of a table. */
function smashTable(path: string, table: string): void {
  const db = new DatabaseSync(path)
  const { rootpage } = db.prepare('SELECT rootpage FROM sqlite_schema WHERE name = ?').get(table) ?? {}
  db.close()
  const from = (Number(rootpage) - 1) * 4096
  overwrite(path, from, from + 4096)
}
