import { expect, it } from 'vitest'

import EmulatorStatusCommand from '../../../src/commands/emulator/status.ts'
import { runCommand } from '../../support/command/command.ts'
import { servedContext } from '../../support/served.ts'

it('shows the addresses and contents of the emulator', async () => {
  const { overrides, urls, control } = await servedContext()
  await control.openStore({ name: 'Demo', seed: 'none' })

  const { stdout, exit } = await runCommand(EmulatorStatusCommand, [], overrides)
  const asJson = await runCommand(EmulatorStatusCommand, ['--json'], overrides)

  expect(exit).toBe(0)
  expect(stdout).toContain(urls.admin)
  expect(stdout).toContain('stores     1')
  expect(JSON.parse(asJson.stdout)).toMatchObject({ pid: process.pid, urls, stores: 1 })
})

it('exits with 8 if no emulator is running', async () => {
  const { error, exit } = await runCommand(EmulatorStatusCommand)

  expect([error?.code, exit]).toEqual(['emulator.not-running', 8])
})
