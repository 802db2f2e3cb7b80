import { expect, it } from 'vitest'

import EmulatorCheckpoint from '../../../src/commands/emulator/checkpoint.ts'
import { runCommand } from '../../support/command/command.ts'
import { makeContext } from '../../support/context.ts'
import { servedContext } from '../../support/served.ts'

it('app emulator checkpoint saves a checkpoint of the given store, and --json prints the time', async () => {
  const { overrides, control } = await servedContext()
  await control.openStore({ name: 'One', seed: 'none' })
  await control.openStore({ name: 'Two', seed: 'none' })

  const { result, exit } = await runCommand(EmulatorCheckpoint, ['--store', 'two', '--json'], makeContext(overrides))
  const { stdout } = await runCommand(EmulatorCheckpoint, ['--store', 'two'], makeContext(overrides))

  expect([exit, (await control.changes({ store: 'one' })).since]).toEqual([0, null])
  expect(Date.parse(result?.at ?? '')).toBeGreaterThan(0)
  expect(stdout).toBe(
    `Set a checkpoint at ${(await control.changes({ store: 'two' })).since}. To list later changes: app emulator changes\n`,
  )
})
