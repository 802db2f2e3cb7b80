import { stripVTControlCharacters } from 'node:util'

import { expect, it } from 'vitest'

import EmulatorFaultClear from '../../../../src/commands/emulator/fault/clear.ts'
import EmulatorFaultList from '../../../../src/commands/emulator/fault/list.ts'
import EmulatorFaultSet from '../../../../src/commands/emulator/fault/set.ts'
import EmulatorStatusCommand from '../../../../src/commands/emulator/status.ts'
import { runCommand } from '../../../support/command/command.ts'
import { makePlatform } from '../../../support/platform.ts'

it('sets, lists and clears faults, as text and as JSON', async () => {
  const { context, app } = await makePlatform()
  const set = [
    '429',
    '--path',
    '/orders*',
    '--method',
    'GET',
    '--times',
    '3',
    '--retry-after',
    '30',
    '--app',
    app.appKey,
  ]

  const words = await runCommand(EmulatorFaultSet, set, context())
  const json = await runCommand(EmulatorFaultSet, ['slow', '--delay', '20s', '--times', '0', '--json'], context())
  const list = await runCommand(EmulatorFaultList, [], context({ width: 120 }))
  const listed = await runCommand(EmulatorFaultList, ['--json'], context())
  const status = await runCommand(EmulatorStatusCommand, [], context())
  const one = await runCommand(EmulatorFaultClear, ['1'], context())
  const all = await runCommand(EmulatorFaultClear, ['--json'], context())
  const empty = await runCommand(EmulatorFaultList, [], context())

  expect(words.stdout).toBe(`Fault 1: 429 on GET /api/apps/v1/orders* for ${app.appKey}, 3 left.\n`)
  expect(JSON.parse(json.stdout)).toMatchObject({ id: 2, kind: 'slow', delayMs: 20_000, remaining: null })
  expect(stripVTControlCharacters(list.stdout)).toMatch(/ID +FAULT +METHOD +PATH +APP +LEFT +HITS +RETRY-AFTER +DELAY/)
  expect(list.stdout).toMatch(/1 +429 +GET +\/orders\* +app\.[\w.]+ +3 +0 +30 +–/)
  expect(list.stdout).toMatch(/2 +slow +any +any +any +all +0 +– +20000 ms/)
  expect(JSON.parse(listed.stdout)).toMatchObject({ faults: [{ id: 1 }, { id: 2 }] })
  expect(status.stdout).toContain('faults     1: 429 on GET')
  expect(status.stdout).toContain('2: slow on any path, until cleared')
  expect(one.stdout).toBe('Cleared 1 fault.\n')
  expect(JSON.parse(all.stdout)).toEqual({ cleared: 1 })
  expect(empty.stdout).toBe('No faults.\n')
})

it.each([
  ['/ordrs', ' Did you mean /orders?'],
  ['/api/apps/v1/ordrs/5', ' Did you mean /orders/5?'],
  ['/ordrs*', ' Did you mean /orders?'],
  ['/api/apps/oauth/tokn', ' Did you mean /api/apps/oauth/token?'],
  ['/nothing-of-the-kind', ''],
])('warns that %s matches no endpoint path, and sets the fault', async (path, guess) => {
  const { context } = await makePlatform()

  const { exit, stdout, stderr } = await runCommand(
    EmulatorFaultSet,
    ['500', '--times', '2', '--path', path],
    context(),
  )

  expect([exit, stdout]).toEqual([0, expect.stringContaining('Fault 1: 500 on ')])
  expect(stderr).toBe(`No endpoint path matches ${path}, so this fault affects no call.${guess}\n`)
})

it.each([
  '/orders',
  '/orders*',
  '/orders/5',
  '/orders/5*/*',
  '*',
  '*ders',
  '/*/5',
  '/api/apps/oauth/token',
  'products',
])('prints no warning for %s, which a call may use', async (path) => {
  const { context } = await makePlatform()

  expect((await runCommand(EmulatorFaultSet, ['500', '--path', path], context())).stderr).toBe('')
})

it('accepts probability, number of times and both directions', async () => {
  const { context } = await makePlatform()
  const set = async (...argv: string[]) => (await runCommand(EmulatorFaultSet, argv, context())).stdout

  expect(await set('503', '--percent', '20', '--in-a-row', '3', '--times', '0', '--seed', '42')).toBe(
    'Fault 1: 503 on any path with probability 20 %, 3 in a row, until cleared.\n',
  )
  expect(await set('duplicate', '--topic', 'order.*', '--times', '2')).toBe(
    'Fault 2: duplicate on deliveries with topic order.*, 2 left.\n',
  )
  expect(await set('late', '--delay', '1s..20s', '--for', '1m', '--after', '1s', '--times', '0')).toMatch(
    /^Fault 3: late on deliveries, from .*Z, until \d{4}-.*Z\.\n$/,
  )
  expect(await set('truncated', '--to', 'http://127.0.0.1:3000/webhooks', '--json')).toContain('127.0.0.1:3000')
  const list = stripVTControlCharacters((await runCommand(EmulatorFaultList, [], context({ width: 160 }))).stdout)
  expect(list).toMatch(/1 +503 .* 20 %, 3 in a row/)
  expect(list).toMatch(/2 +duplicate +delivery +order\.\*/)
  expect(list).toMatch(/3 +late +delivery .* 1000\.\.20000 ms/)
})

it('rejects an invalid fault with its error code and exit code', async () => {
  const { context } = await makePlatform()
  const failure = async (argv: readonly string[]) => {
    const { error, exit } = await runCommand(EmulatorFaultSet, argv, context())
    return [error?.code, exit]
  }

  expect(await failure(['429', '--retry-after', 'soon'])).toEqual(['emulator.bad-request', 2])
  expect(await failure(['slow', '--delay', 'long'])).toEqual(['usage.invalid', 2])
  expect((await failure(['404']))[1]).toBe(2)
  expect(await failure(['late', '--delay', '5s..1s'])).toEqual(['emulator.bad-request', 2])
  expect(await failure(['late', '--delay', '5s..'])).toEqual(['usage.invalid', 2])
  expect(await failure(['500', '--topic', 'order.paid'])).toEqual(['emulator.bad-request', 2])
  const unknown = await runCommand(EmulatorFaultSet, ['late', '--topic', 'order.payed'], context())
  expect(unknown.error).toMatchObject({
    code: 'emulator.bad-request',
    suggestions: ['Did you mean order.paid?', 'app webhook topics'],
  })
  const clear = await runCommand(EmulatorFaultClear, ['7'], context())
  expect([clear.error?.code, clear.exit]).toEqual(['emulator.unknown-fault', 3])
})

it('shows the end time of a fault, and when it is over', async () => {
  const { context, made } = await makePlatform()

  const set = await runCommand(EmulatorFaultSet, ['500', '--percent', '30', '--for', '2s'], context())
  const before = await runCommand(EmulatorFaultList, [], context({ width: 80 }))
  made.clock.advance(3000)
  const after = await runCommand(EmulatorFaultList, [], context({ width: 80 }))
  const json = await runCommand(EmulatorFaultList, ['--json'], context())

  expect(set.stdout).toMatch(/^Fault 1: 500 on any path with probability 30 %, 1 left, until [\dT:.Z-]+\.\n$/)
  expect(stripVTControlCharacters(before.stdout)).toMatch(/ID +FAULT +METHOD +PATH +APP +LEFT +HITS +CHANCE +UNTIL\n/)
  expect(after.stdout).toMatch(/1 +500 +any +any +any +– +0 +30 % +over\n/)
  expect(JSON.parse(json.stdout)).toMatchObject({ faults: [{ state: 'expired', remaining: 1 }] })
})
