import { describe, expect, it } from 'vitest'

import EmulatorRewind from '../../../src/commands/emulator/rewind.ts'
import EmulatorUndo from '../../../src/commands/emulator/undo.ts'
import { runCommand } from '../../support/command/command.ts'
import { makeContext } from '../../support/context.ts'
import { servedContext } from '../../support/served.ts'

async function makeOrders() {
  const served = await servedContext()
  const { control } = served
  await control.openStore({ name: 'Demo' })
  await control.placeOrder({ store: 'demo' })
  await control.placeOrder({ store: 'demo', paid: true })
  const steps = await control.steps()
  return { ...served, steps, event: steps[1]?.events[0] ?? '' }
}

describe('app emulator undo', () => {
  it('takes back the last operation and says which; --list shows what can be taken back', async () => {
    const { overrides, control, steps } = await makeOrders()

    const list = await runCommand(EmulatorUndo, ['--list'], makeContext(overrides))
    const json = await runCommand(EmulatorUndo, ['--list', '--json'], makeContext(overrides))
    const { stdout } = await runCommand(EmulatorUndo, [], makeContext(overrides))

    expect(list.stdout.split('\n').map((line) => line.split('\t')[2])).toEqual([
      'order placed in demo',
      'order placed in demo',
      'store Demo opened',
      undefined,
    ])
    expect(JSON.parse(json.stdout)).toEqual({ steps })
    expect(stdout).toBe('Taken back: order placed in demo.\n2 more can be taken back.\n')
    expect(await control.steps()).toEqual(steps.slice(1))
  })

  it('with nothing to take back it ends with 3', async () => {
    const { overrides } = await servedContext()

    const { exit, error } = await runCommand(EmulatorUndo, [], makeContext(overrides))
    const list = await runCommand(EmulatorUndo, ['--list'], makeContext(overrides))

    expect([exit, error?.code]).toEqual([3, 'emulator.unknown-step'])
    expect(list.stdout).toBe('No operations to take back.\n')
  })
})

describe('app emulator rewind', () => {
  it('takes back all from the operation on that made the event, after asking', async () => {
    const { overrides, control, event, steps } = await makeOrders()

    const silent = await runCommand(EmulatorRewind, [event], makeContext(overrides))
    const refused = await runCommand(
      EmulatorRewind,
      [event],
      makeContext({ ...overrides, ask: { confirm: async () => false } }),
    )
    const kept = await control.steps()
    const done = await runCommand(EmulatorRewind, [event, '--yes', '--json'], makeContext(overrides))

    expect([silent.exit, silent.error?.code]).toEqual([2, 'usage.missing'])
    expect(refused.result).toEqual({ undone: [], sent: [], tokens: 0, left: 3 })
    expect(kept).toEqual(steps)
    expect(JSON.parse(done.stdout)).toEqual({ undone: steps.slice(0, 2), sent: [], tokens: 0, left: 1 })
  })

  it('does not ask for the last operation alone, and refuses an event that none made', async () => {
    const { overrides, steps } = await makeOrders()

    const unknown = await runCommand(EmulatorRewind, ['evt_nope'], makeContext(overrides))
    const last = await runCommand(EmulatorRewind, [steps[0]?.events[1] ?? ''], makeContext(overrides))

    expect([unknown.exit, unknown.error?.code]).toEqual([3, 'emulator.unknown-step'])
    expect(last.stdout).toBe('Taken back: order placed in demo.\n2 more can be taken back.\n')
  })
})
