import { chmodSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

import { expect, it, onTestFinished } from 'vitest'

import EmulatorFork from '../../../src/commands/emulator/fork.ts'
import { withInstalls } from '../../../src/project/installs.ts'
import { onPlatform } from '../../../src/project/platforms/choose-platform.ts'
import { runCommand } from '../../support/command/command.ts'
import { usedMachine, visit } from '../../support/emulator/used-machine.ts'

it('forks a platform into another emulator with the same stores, installs and secrets, without changing the original', async () => {
  const { context, credentials, install } = await usedMachine()

  const forked = await runCommand(EmulatorFork, ['copy'], context)
  const again = await runCommand(EmulatorFork, ['copy'], context)
  const copy = onPlatform(context.paths, 'copy')
  let names: string[] = []
  const id = await visit(copy, async (control) => {
    names = (await control.stores()).map(({ name }) => name)
    await control.openStore({ name: 'Second' })
  })
  let before: string[] = []
  await visit(context.paths, async (control) => {
    before = (await control.stores()).map(({ name }) => name)
  })

  expect(forked.result).toEqual({ name: 'copy', from: 'default', folder: copy.platformDir })
  expect(again.error?.code).toBe('emulator.conflict')
  expect([names, before]).toEqual([['Demo'], ['Demo']])
  const identity = `emulator:${id}`
  expect(identity).not.toBe(install.identity)
  expect(await credentials.get({ ...install, identity, kind: 'token' })).toBe('svcapp_1_token')
  expect(withInstalls(context.paths, (all) => all.find({ ...install, identity }))).toMatchObject({ storeName: 'Demo' })
})

it('no other user can read a file or folder of a fork, regardless of umask and copied modes (T17)', async () => {
  const before = process.umask(0)
  onTestFinished(() => void process.umask(before))
  const { context } = await usedMachine()
  chmodSync(join(context.paths.emulatorDir, 'sealing.key'), 0o644)

  const { result } = await runCommand(EmulatorFork, ['copy'], context)

  const folder = result?.folder ?? ''
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  const paths = [folder, ...entries.map((entry) => join(entry.parentPath, entry.name))]
  expect(paths).toContain(join(folder, 'emulator', 'stores'))
  expect(paths.filter((path) => (statSync(path).mode & 0o077) !== 0)).toEqual([])
})
