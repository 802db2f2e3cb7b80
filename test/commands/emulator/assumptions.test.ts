import { expect, it } from 'vitest'

import EmulatorAssumptions from '../../../src/commands/emulator/assumptions.ts'
import { displayWidth } from '../../../src/terminal/width.ts'
import { runCommand } from '../../support/command/command.ts'
import { decisionIds } from '../../support/decision-ids.ts'
import { makePlatform } from '../../support/platform.ts'

const show80 = async (...argv: string[]) =>
  (await runCommand(EmulatorAssumptions, argv, { width: 80, env: { NO_COLOR: '1' } })).stdout

interface Listed {
  readonly assumptions: readonly { id: string; setting?: string; value?: unknown; endpoints: readonly string[] }[]
}

it('lists every assumption, also without an emulator (P4)', async () => {
  const { stdout, exit } = await runCommand(EmulatorAssumptions, [])
  const json = await runCommand(EmulatorAssumptions, ['--json'])

  const lines = stdout.trimEnd().split('\n')
  expect(exit).toBe(0)
  expect(lines.map((line) => line.split('\t')[0])).toEqual(decisionIds)
  expect(lines.find((line) => line.startsWith('A5\t'))).toMatch(/\tpin\t/)
  const { assumptions } = JSON.parse(json.stdout) as Listed
  expect(assumptions.find(({ id }) => id === 'B16')?.endpoints).toContain('orders.list')
  expect(assumptions.every((one) => !('value' in one))).toBe(true)
})

it('shows the current value of a switch while an emulator runs (P4)', async () => {
  const { context, made } = await makePlatform()
  await made.control('PUT', '/settings', { pin: 'documented-only', retryDelaysMs: [5] })
  const show = async (...argv: string[]) => (await runCommand(EmulatorAssumptions, argv, context())).stdout

  expect(await show('A5')).toMatch(/^switch +pin = documented-only$/m)
  expect(await show('n5')).toMatch(/^switch +retryDelaysMs = \[5\]$/m)
  expect(await show('B16')).toMatch(/^affects .*app call orders list/m)
  expect(await show('N33')).toMatch(/^affects +no endpoint$/m)
  expect(await show('N15')).toMatch(/^command +app emulator plan paid$/m)
})

it('shows one line for each assumption on a terminal, by documentation status, and the full text with --wide', async () => {
  const lines = (await show80()).split('\n')
  const whole = await show80('--wide')

  expect(lines.every((line) => displayWidth(line) <= 80)).toBe(true)
  expect(lines.filter((line) => /^[ *] [NABC]\d/.test(line)).map((line) => line.slice(2).split(' ')[0])).toEqual(
    decisionIds,
  )
  expect(lines[0]).toBe('N: marked as not shown in the documentation')
  expect(lines).toContainEqual(expect.stringMatching(/^\* N4 +Operations that send each topic\.$/))
  expect(lines).not.toContainEqual(expect.stringContaining('Assumed:'))
  expect(whole.match(/^ +Assumed:/gm)?.length).toBe(decisionIds.length)
})

it('rejects an unknown id', async () => {
  const { error, exit } = await runCommand(EmulatorAssumptions, ['Z1'])

  expect([error?.code, exit]).toEqual(['usage.invalid', 2])
})
