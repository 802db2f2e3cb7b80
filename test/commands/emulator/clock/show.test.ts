import { expect, it } from 'vitest'

import EmulatorClockShow from '../../../../src/commands/emulator/clock/show.ts'
import { runCommand } from '../../../support/command/command.ts'
import { servedContext } from '../../../support/served.ts'

it('shows the time and how far it is ahead, as text and as JSON', async () => {
  const { overrides, control } = await servedContext()
  const { now } = await control.advanceClock({ ms: 90_000 })

  const words = await runCommand(EmulatorClockShow, [], overrides)
  const asJson = await runCommand(EmulatorClockShow, ['--json'], overrides)

  expect(words.stdout).toMatch(/Z \(90 s ahead\)\n$/)
  const shown = JSON.parse(asJson.stdout) as { now: string; offsetMs: number }
  expect(shown.offsetMs).toBe(90_000)
  expect(Date.parse(shown.now)).toBeGreaterThanOrEqual(Date.parse(now))
})

it('exits with 8 if no emulator runs', async () => {
  const { exit, error } = await runCommand(EmulatorClockShow)

  expect([exit, error?.code]).toEqual([8, 'emulator.not-running'])
})
