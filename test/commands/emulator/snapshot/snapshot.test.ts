import { expect, it } from 'vitest'

import EmulatorSnapshotDelete from '../../../../src/commands/emulator/snapshot/delete.ts'
import EmulatorSnapshotList from '../../../../src/commands/emulator/snapshot/list.ts'
import EmulatorSnapshotLoad from '../../../../src/commands/emulator/snapshot/load.ts'
import EmulatorSnapshotSave from '../../../../src/commands/emulator/snapshot/save.ts'
import EmulatorStatusCommand from '../../../../src/commands/emulator/status.ts'
import { runCommand } from '../../../support/command/command.ts'
import { servedContext } from '../../../support/served.ts'

it('saves, lists, loads and removes snapshots while the emulator runs', async () => {
  const { overrides, control } = await servedContext()
  await control.openStore({ name: 'Demo', seed: 'none' })

  const saved = await runCommand(EmulatorSnapshotSave, ['base'], overrides)
  const list = await runCommand(EmulatorSnapshotList, [], overrides)
  const json = await runCommand(EmulatorSnapshotList, ['--json'], overrides)
  await control.openStore({ name: 'Second', seed: 'none' })
  const loaded = await runCommand(EmulatorSnapshotLoad, ['base', '--yes'], overrides)
  const status = await runCommand(EmulatorStatusCommand, ['--json'], overrides)
  const removed = await runCommand(EmulatorSnapshotDelete, ['base'], overrides)
  const empty = await runCommand(EmulatorSnapshotList, [], overrides)

  expect(saved.stdout).toBe('Saved base: 0 apps, 1 store.\n')
  expect(list.stdout).toMatch(/^base\t\S+Z\t0\t1\t0\.0\.0-test\t\d+\n$/)
  expect(JSON.parse(json.stdout)).toMatchObject({ snapshots: [{ name: 'base', apps: 0, stores: 1 }] })
  expect(loaded.stdout).toBe('Loaded base: 0 apps, 1 store.\n')
  expect(JSON.parse(status.stdout)).toMatchObject({ stores: 1 })
  expect(removed.stdout).toBe('Deleted snapshot base.\n')
  expect(empty.stdout).toBe('No snapshots.\n')
})

it('does the same while the emulator is stopped', async () => {
  const { overrides, control, running } = await servedContext()
  await control.openStore({ name: 'Demo', seed: 'none' })
  await running.close()

  const saved = await runCommand(EmulatorSnapshotSave, ['base', '--json'], overrides)
  const loaded = await runCommand(EmulatorSnapshotLoad, ['base', '--yes', '--json'], overrides)
  const list = await runCommand(EmulatorSnapshotList, ['--json'], overrides)
  const removed = await runCommand(EmulatorSnapshotDelete, ['base', '--json'], overrides)

  expect(JSON.parse(saved.stdout)).toMatchObject({ name: 'base', stores: 1 })
  expect(JSON.parse(loaded.stdout)).toEqual(JSON.parse(saved.stdout))
  expect(JSON.parse(list.stdout)).toEqual({ snapshots: [JSON.parse(saved.stdout)] })
  expect(JSON.parse(removed.stdout)).toEqual({ deleted: 'base' })
})

it('asks before a load, and requires --yes without a terminal', async () => {
  const { overrides, control } = await servedContext()
  await runCommand(EmulatorSnapshotSave, ['base'], overrides)
  await control.openStore({ name: 'Demo', seed: 'none' })

  const silent = await runCommand(EmulatorSnapshotLoad, ['base'], overrides)
  const no = await runCommand(EmulatorSnapshotLoad, ['base'], { ...overrides, ask: { confirm: async () => false } })
  expect((await control.status()).stores).toBe(1)
  const yes = await runCommand(EmulatorSnapshotLoad, ['base'], { ...overrides, ask: { confirm: async () => true } })

  expect([silent.error?.code, silent.exit]).toEqual(['usage.missing', 2])
  expect(silent.error).toMatchObject({ suggestions: ['app emulator snapshot load base --yes'] })
  expect(no.result).toEqual({ loaded: false })
  expect(yes.exit).toBe(0)
  expect((await control.status()).stores).toBe(0)
})

it.each([
  ['../x', 'emulator.bad-request', 2],
  ['nowhere', 'emulator.unknown-snapshot', 3],
])('rejects loading %s before any prompt', async (name, code, exit) => {
  const { overrides, running } = await servedContext()

  const confirm = async () => {
    throw new Error('Somebody was asked.')
  }
  const asked = await runCommand(EmulatorSnapshotLoad, [name], { ...overrides, ask: { confirm } })
  const piped = await runCommand(EmulatorSnapshotLoad, [name], overrides)
  const up = await runCommand(EmulatorSnapshotLoad, [name, '--yes'], overrides)
  await running.close()
  const down = await runCommand(EmulatorSnapshotLoad, [name], overrides)

  for (const run of [asked, piped, up, down]) expect([run.error?.code, run.exit]).toEqual([code, exit])
})
