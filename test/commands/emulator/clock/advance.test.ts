import { expect, it } from 'vitest'

import EmulatorClockAdvance from '../../../../src/commands/emulator/clock/advance.ts'
import EmulatorClockShow from '../../../../src/commands/emulator/clock/show.ts'
import { runCommand } from '../../../support/command/command.ts'
import { servedContext } from '../../../support/served.ts'

it('advances by a duration and shows it', async () => {
  const { overrides } = await servedContext()

  const moved = await runCommand(EmulatorClockAdvance, ['6m', '--json'], overrides)
  const shown = await runCommand(EmulatorClockShow, [], overrides)

  expect(JSON.parse(moved.stdout)).toMatchObject({ offsetMs: 360_000 })
  expect(shown.stdout).toContain('(360 s ahead')
})

it('rejects an invalid duration, and advances nothing', async () => {
  const { overrides, control } = await servedContext()

  const { exit, error } = await runCommand(EmulatorClockAdvance, ['soon'], overrides)

  expect([exit, error?.code]).toEqual([2, 'usage.invalid'])
  expect((await control.clock()).offsetMs).toBe(0)
})
