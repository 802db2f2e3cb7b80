import { describe, expect, it } from 'vitest'

import EmulatorRewind from '../../../src/commands/emulator/rewind.ts'
import EmulatorUndo from '../../../src/commands/emulator/undo.ts'
import { createControlClient } from '../../../src/control/control-client.ts'
import { meantStep } from '../../../src/control/meant-step.ts'
import { AppError } from '../../../src/errors.ts'
import { runCommand } from '../../support/command/command.ts'
import { makeContext } from '../../support/context.ts'
import { nodeSend, servedContext } from '../../support/served.ts'

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
  it('undoes the last operation and reports it, and --list shows the operations that can be undone', async () => {
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
    expect(stdout).toBe('Undone: order placed in demo.\n2 more can be undone.\n')
    expect(await control.steps()).toEqual(steps.slice(1))
  })

  it('counts and lists the items that are removed with an operation because they were set up later', async () => {
    const { overrides, control, running, urls } = await servedContext()
    await control.openStore({ name: 'Old' })
    await control.reset()
    const tools = { send: nodeSend, url: urls.portal, token: running.runFile.controlToken }
    await createControlClient({ ...tools, isSetUp: true }).openStore({ name: 'New' })

    const { stdout } = await runCommand(EmulatorUndo, [], makeContext(overrides))

    expect(stdout).toMatch(/^Undone: .*\.\nAlso removed \(1\): the store new\.\n1 more can be undone\.\n$/)
  })

  it('distinguishes an app in review from a published one, and lists each verdict with its result', async () => {
    const { overrides, control } = await servedContext()
    const key = 'app.acme.loyalty'
    const redirects = { redirect_uris: ['http://127.0.0.1:3000/cb'] }
    await control.register({ key, name: 'Loyalty', requested_scopes: ['orders.read'], ...redirects })
    await control.publish({ key, audience: 'own-stores' })
    await control.publish({ key })
    await control.review({ key, approved: false })
    await control.publish({ key })
    await control.review({ key, approved: true })

    const { stdout } = await runCommand(EmulatorUndo, ['--list'], makeContext(overrides))
    const undone = [1, 2].map(() => runCommand(EmulatorUndo, [], makeContext(overrides)))

    expect(stdout.split('\n').map((line) => line.split('\t')[2])).toEqual([
      `${key} approved by review`,
      `${key} sent to review`,
      `${key} rejected by review`,
      `${key} sent to review`,
      `${key} published to the developer's own stores`,
      `${key} registered`,
      undefined,
    ])
    expect((await Promise.all(undone)).map((run) => run.stdout.split('\n')[0])).toEqual([
      `Undone: ${key} approved by review.`,
      `Undone: ${key} sent to review.`,
    ])
  })

  it('exits with 3 if there is nothing to undo', async () => {
    const { overrides } = await servedContext()

    const { exit, error } = await runCommand(EmulatorUndo, [], makeContext(overrides))
    const list = await runCommand(EmulatorUndo, ['--list'], makeContext(overrides))

    expect([exit, error?.code]).toEqual([3, 'emulator.unknown-operation'])
    expect(list.stdout).toBe('No operations to undo.\n')
  })
})

describe('app emulator rewind', () => {
  it('undoes all operations back to the one that created the event, after a prompt', async () => {
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
    expect(refused.result).toEqual({ undone: [], sent: [], lost: [], revokedTokens: 0, remaining: 3 })
    expect(kept).toEqual(steps)
    expect(JSON.parse(done.stdout)).toEqual({
      undone: steps.slice(0, 2),
      sent: [],
      lost: [],
      revokedTokens: 0,
      remaining: 1,
    })
  })

  it('skips the prompt for the last operation alone, and rejects an unknown event', async () => {
    const { overrides, steps } = await makeOrders()

    const unknown = await runCommand(EmulatorRewind, ['evt_nope'], makeContext(overrides))
    const last = await runCommand(EmulatorRewind, [steps[0]?.events[1] ?? ''], makeContext(overrides))

    expect([unknown.exit, unknown.error?.code]).toEqual([3, 'emulator.unknown-operation'])
    expect(last.stdout).toBe('Undone: order placed in demo.\n2 more can be undone.\n')
  })
})

describe('a partial event id', () => {
  const steps = [
    { id: 3, summary: 'c', at: '', events: ['evt_abc111', 'evt_abc222'] },
    { id: 2, summary: 'b', at: '', events: ['evt_abd333'] },
    { id: 1, summary: 'a', at: '', events: ['evt_fff222', 'abd'] },
  ]
  const meant = (given: string) => {
    try {
      return meantStep(steps, given).summary
    } catch (error) {
      return error instanceof AppError ? error.code : error
    }
  }

  it.each([
    ['evt_abd333', 'b'],
    ['evt_abd', 'b'],
    ['abd3', 'b'],
    ['evt_abc', 'c'],
    ['evt_f', 'a'],
    ['…f222', 'a'],
    ['...c222', 'c'],
    ['c111', 'c'],
    ['abd', 'a'],
    ['evt_ab', 'emulator.ambiguous-event'],
    ['evt_', 'emulator.ambiguous-event'],
    ['evt_x', 'emulator.unknown-operation'],
    ['222', 'emulator.unknown-operation'],
    ['…', 'emulator.unknown-operation'],
    ['', 'emulator.unknown-operation'],
  ])('%s resolves to %s', (given, what) => {
    expect(meant(given)).toBe(what)
  })

  it('selects an operation for a rewind if only one matches, or lists the matches and undoes nothing', async () => {
    const { overrides, control, steps: made, event } = await makeOrders()

    const many = await runCommand(EmulatorRewind, ['evt_', '--yes'], makeContext(overrides))
    const asked = await control.rewind({ event: 'evt_' }).catch((error: unknown) => error)
    const kept = await control.steps()
    const done = await runCommand(EmulatorRewind, [event.slice(0, 20), '--yes', '--json'], makeContext(overrides))

    expect([many.error?.code, (asked as AppError).code]).toEqual(Array(2).fill('emulator.ambiguous-event'))
    expect(kept).toEqual(made)
    expect(JSON.parse(done.stdout)).toMatchObject({ undone: made.slice(0, 2) })
  })

  it('lists the matching ids if several operations match', () => {
    const caught = () => meantStep(steps, 'evt_ab')

    expect(caught).toThrow('evt_ab matches events from 2 operations. Nothing was undone.')
    expect(caught).toThrow(
      expect.objectContaining({
        suggestions: ['evt_abc111', 'evt_abc222', 'evt_abd333'].map((event) => `app emulator rewind ${event}`),
      }),
    )
  })
})
