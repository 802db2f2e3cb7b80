import { mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import { expect, it } from 'vitest'

import { emulatorState } from '../../../src/tasks/doctor/platform/emulator-state.ts'
import { makeEmulator } from '../../support/emulator.ts'
import { makeProject } from '../../support/project.ts'
import { runCheck } from './support.ts'

/** A project whose emulator has ended, with a seeded store. */
async function ended() {
  const { context } = makeProject()
  const dir = context.paths.emulatorDir
  mkdirSync(dirname(dir), { recursive: true })
  const { openStore, emulator } = makeEmulator({ dir })
  await openStore({ seed: 'small' })
  await emulator.close()
  return { context, dir, look: () => runCheck(context, emulatorState) }
}

it('is skipped if no emulator has run', async () => {
  const { context } = makeProject()
  rmSync(context.paths.emulatorDir, { recursive: true, force: true })

  expect(await runCheck(context, emulatorState)).toMatchObject({ state: 'skipped' })
})

it('is ok after a stop, and while the emulator runs', async () => {
  const { look, dir } = await ended()

  const atRest = await look()
  makeEmulator({ dir })
  const running = await look()

  expect([atRest, running]).toMatchObject([
    { state: 'ok', found: 'the registry and one store are valid' },
    { state: 'ok', found: 'the registry and one store are valid' },
  ])
})

it.each([
  ['an emptied registry', 'registry.db', (path: string) => truncateSync(path)],
  ['a registry that is gone', 'registry.db', (path: string) => rmSync(path)],
  ['an emptied store', 'stores/demo.db', (path: string) => truncateSync(path)],
  ['a store that is gone', 'stores/demo.db', (path: string) => rmSync(path)],
  ['one smashed page of a store', 'stores/demo.db', smashPage],
])('%s is a failure with a suggested fix (R7)', async (_name, file, damage) => {
  const { look, dir } = await ended()
  damage(join(dir, file))

  expect(await look()).toMatchObject({
    state: 'failed',
    found: expect.stringContaining(join(dir, file)) as string,
    remedy: `Rename the folder ${dir}. The next emulator start creates a new folder.`,
  })
})

it.each([
  ['registry.db', 99, { found: 'registry.db was written by a newer version of svcapp', remedy: 'Update svcapp' }],
  ['stores/demo.db', 99, { found: 'demo.db was written by a newer version of svcapp', remedy: 'Update svcapp' }],
  ['registry.db', 1, { found: 'emulator was written by a preview version of svcapp', remedy: 'mv ' }],
  ['stores/demo.db', 1, { found: 'emulator was written by a preview version of svcapp', remedy: 'mv ' }],
])('%s of version %i fails with the same fix as the start of the emulator', async (file, version, expected) => {
  const { look, dir } = await ended()
  const db = new DatabaseSync(join(dir, file))
  db.exec(`PRAGMA user_version = ${version}`)
  db.close()

  expect(await look()).toMatchObject({
    state: 'failed',
    found: expect.stringContaining(expected.found) as string,
    remedy: expect.stringContaining(expected.remedy) as string,
  })
})

/** The last quarter of the file: rows, and not the schema. */
function smashPage(path: string): void {
  const bytes = readFileSync(path)
  const from = Math.floor((bytes.byteLength * 3) / 4 / 4096) * 4096
  writeFileSync(path, bytes.fill(0xa5, from, from + 4096))
}
