import { readdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'

import { expect, it } from 'vitest'

import EmulatorSnapshotExport from '../../../../src/commands/emulator/snapshot/export.ts'
import EmulatorSnapshotImport from '../../../../src/commands/emulator/snapshot/import.ts'
import EmulatorSnapshotLoad from '../../../../src/commands/emulator/snapshot/load.ts'
import { runCommand } from '../../../support/command/command.ts'
import { makeContext } from '../../../support/context.ts'
import { servedContext } from '../../../support/served.ts'

it('a snapshot can be moved to another machine, which lists the steps to repeat', async () => {
  const here = await servedContext()
  await here.control.register({
    key: 'app.acme.loyalty',
    name: 'Loyalty',
    requested_scopes: ['orders.read'],
    redirect_uris: ['http://127.0.0.1:3000/cb'],
  })
  await here.control.openStore({ name: 'Demo', seed: 'none' })
  await here.control.saveSnapshot({ name: 'base' })
  const file = join(makeContext().cwd, 'base.snapshot')
  const there = await servedContext()

  const exported = await runCommand(EmulatorSnapshotExport, ['base', file], makeContext(here.overrides))
  const imported = await runCommand(EmulatorSnapshotImport, [file, '--name', 'theirs'], makeContext(there.overrides))
  const json = await runCommand(EmulatorSnapshotImport, [file, '--json'], makeContext(there.overrides))
  await runCommand(EmulatorSnapshotLoad, ['theirs', '--yes'], makeContext(there.overrides))
  const twice = await runCommand(EmulatorSnapshotExport, ['base', file], makeContext(here.overrides))

  expect(exported.stdout).toContain(`Exported base to ${file} (`)
  expect(imported.stdout).toContain('Imported theirs: 1 app, 1 store.')
  expect(imported.stdout).toContain('To switch: app emulator snapshot load theirs')
  expect(imported.stdout).toContain('app secret rotate')
  expect(JSON.parse(json.stdout)).toMatchObject({
    name: 'base',
    from: '0.0.0-test',
    next: ['app emulator snapshot load base', 'app register'],
    omitted: { apps: ['app.acme.loyalty'], stores: ['demo'], installs: 0, deliveries: 0 },
  })
  expect((await there.control.stores()).map(({ code }) => code)).toEqual(['demo'])
  expect([twice.exit, twice.error?.code]).toEqual([2, 'emulator.conflict'])
})

it('exports no snapshot through a linked folder or below a file system without files (T20)', async () => {
  const here = await servedContext()
  await here.control.saveSnapshot({ name: 'base' })
  const context = makeContext(here.overrides)
  const elsewhere = makeContext().cwd
  symlinkSync(elsewhere, join(context.cwd, 'link'))

  const linked = await runCommand(EmulatorSnapshotExport, ['base', 'link/x.snapshot'], context)
  const unwritable = await runCommand(EmulatorSnapshotExport, ['base', '/proc/x/y.snapshot'], context)

  expect([linked.exit, linked.error?.code, readdirSync(elsewhere)]).toEqual([3, 'storage.symlink', []])
  expect([unwritable.exit, unwritable.error?.code]).toEqual([3, 'storage.unwritable'])
  for (const { error } of [linked, unwritable]) expect(error?.suggestions).toEqual(['Choose a file in another folder.'])
})
