import { expect, it } from 'vitest'

import EmulatorStop from '../../../src/commands/emulator/stop.ts'
import { runCommand } from '../../support/command/command.ts'
import { servedContext } from '../../support/served.ts'

it('stop waits until it is gone', async () => {
  const { overrides, running: emulator } = await servedContext()
  void emulator.stopRequested.then(() => emulator.close())

  const { stdout } = await runCommand(EmulatorStop, ['--json'], overrides)

  expect(JSON.parse(stdout)).toEqual({ stopped: true, pid: process.pid })
})

it('stop succeeds when none runs', async () => {
  const { result, exit } = await runCommand(EmulatorStop, ['--json'])

  expect([result, exit]).toEqual([{ stopped: false, pid: null }, 0])
})
