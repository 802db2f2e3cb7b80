import { describe, expect, it } from 'vitest'

import EmulatorChanges from '../../../src/commands/emulator/changes.ts'
import { runCommand } from '../../support/command/command.ts'
import { makeContext } from '../../support/context.ts'
import { servedContext } from '../../support/served.ts'

describe('app emulator changes', () => {
  it('shows each changed row since the checkpoint, and every column with --json', async () => {
    const { overrides, control } = await servedContext()
    await control.openStore({ name: 'Demo' })

    const before = await runCommand(EmulatorChanges, [], makeContext(overrides))
    const at = await control.setCheckpoint({ store: 'demo' })
    const none = await runCommand(EmulatorChanges, [], makeContext(overrides))
    await control.changeOrder({ store: 'demo', id: 40, operation: 'ship', carrier: 'Post\u001b[2J' })
    await control.removeShippingProfile({ store: 'demo', id: 1 })
    const told = await runCommand(EmulatorChanges, [], makeContext(overrides))
    const json = await runCommand(EmulatorChanges, ['--json'], makeContext(overrides))

    expect(before.stdout).toContain('To record the store: app emulator checkpoint')
    expect(none.stdout).toBe(`No change since ${at}.\n`)
    const lines = told.stdout.split('\n').map((line) => line.split('\t'))
    expect(lines).toContainEqual([
      'orders',
      '40',
      'changed',
      expect.stringMatching(/^status: paid > shipped, shipping_method: null > Post.*2J/),
    ])
    expect(lines).toContainEqual(['shipping_profiles', '1', 'removed', expect.stringContaining('name: ')])
    expect(told.stdout).not.toContain('\u001b')
    expect(json.result).toMatchObject({ since: at, truncated: [] })
    expect(json.result?.changes).toContainEqual({
      table: 'orders',
      key: ['40'],
      change: 'changed',
      columns: expect.arrayContaining([{ column: 'status', before: 'paid', after: 'shipped' }]),
    })
  })
})
