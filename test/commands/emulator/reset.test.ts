import { expect, it } from 'vitest'

import EmulatorReset from '../../../src/commands/emulator/reset.ts'
import { runCommand } from '../../support/command/command.ts'
import { servedContext } from '../../support/served.ts'

it('deletes everything with --yes', async () => {
  const { overrides, control } = await servedContext()
  await control.openStore({ name: 'Demo', seed: 'none' })

  const { stdout } = await runCommand(EmulatorReset, ['--yes', '--json'], overrides)

  expect(JSON.parse(stdout)).toEqual({ reset: true })
  expect(await control.stores()).toEqual([])
})

it('asks first, and changes nothing without a terminal or after a no', async () => {
  const { overrides, control } = await servedContext()
  await control.openStore({ name: 'Demo', seed: 'none' })

  const silent = await runCommand(EmulatorReset, [], overrides)
  const refused = await runCommand(EmulatorReset, [], { ...overrides, ask: { confirm: async () => false } })

  expect([silent.exit, silent.error?.code]).toEqual([2, 'usage.missing'])
  expect(refused.result).toEqual({ reset: false })
  expect(await control.stores()).toHaveLength(1)
})
