import { expect, it } from 'vitest'

import EmulatorSettingsList from '../../../../src/commands/emulator/settings/list.ts'
import EmulatorSettingsReset from '../../../../src/commands/emulator/settings/reset.ts'
import EmulatorSettingsSet from '../../../../src/commands/emulator/settings/set.ts'
import { runCommand } from '../../../support/command/command.ts'
import { makePlatform } from '../../../support/platform.ts'

it('lists, changes and restores settings, as text and as JSON', async () => {
  const { context } = await makePlatform()
  const set = async (...argv: string[]) => runCommand(EmulatorSettingsSet, argv, context())

  expect((await set('pin', 'documented-only')).stdout).toBe('pin is documented-only (default: required).\n')
  expect((await set('contextPin', 'null')).stdout).toBe('contextPin is null (default: token-region).\n')
  expect((await set('retryDelaysMs', '[1000,5000]')).stdout).toContain('retryDelaysMs is [1000,5000] (default: [10000')
  expect(JSON.parse((await set('importEmits', 'true', '--json')).stdout)).toMatchObject({ importEmits: true })
  expect((await set('importEmits', 'false')).stdout).toBe('importEmits is false.\n')

  const list = await runCommand(EmulatorSettingsList, [], context())
  const json = await runCommand(EmulatorSettingsList, ['--json'], context())
  expect(list.stdout).toMatch(/^pin\tdocumented-only\trequired or documented-only\tA5\t/m)
  expect(list.stdout).toMatch(/^showCause\tfalse\ttrue or false\t–\t/m)
  const { settings } = JSON.parse(json.stdout) as { settings: unknown[] }
  expect(settings[0]).toMatchObject({ name: 'pin', value: 'documented-only' })

  const one = await runCommand(EmulatorSettingsReset, ['pin'], context())
  const all = await runCommand(EmulatorSettingsReset, [], context())
  expect(one.stdout).toBe('pin is required.\n')
  expect(all.stdout).toBe('Reset all settings to their defaults.\n')
  expect((await runCommand(EmulatorSettingsList, [], context())).stdout).toMatch(/^contextPin\ttoken-region\t/m)
})

it.each([
  [['colour', 'red'], 'emulator.bad-request'],
  [['pin', 'never'], 'emulator.bad-request'],
  [['importEmits', 'yes'], 'usage.invalid'],
  [['retryDelaysMs', '[-1]'], 'emulator.bad-request'],
])('rejects %j', async (argv, code) => {
  const { context } = await makePlatform()

  const { error, exit } = await runCommand(EmulatorSettingsSet, argv, context())

  expect([error?.code, exit]).toEqual([code, 2])
})

it('rejects restoring an unknown setting', async () => {
  const { context } = await makePlatform()

  expect((await runCommand(EmulatorSettingsReset, ['colour'], context())).error?.code).toBe('emulator.bad-request')
})

it('suggests the nearest setting for a typo', async () => {
  const { context } = await makePlatform()

  const mistyped = await runCommand(EmulatorSettingsSet, ['importEmit', 'true'], context())
  const other = await runCommand(EmulatorSettingsSet, ['colour', 'true'], context())

  expect(mistyped.stderr).toContain('Did you mean importEmits?')
  expect(other.stderr).not.toContain('Did you mean')
})
