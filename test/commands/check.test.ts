import { expect, it } from 'vitest'

import { allChecks } from '../../src/check/areas.ts'
import Check from '../../src/commands/check.ts'
import { runCommand } from '../support/command/command.ts'

const areas = 'signature once answer install lifecycle secrets embed session frame bridge manifest api money web'

it('lists every check with its title and rules, in all areas', async () => {
  const { exit, stdout } = await runCommand(Check, ['--list', '--json'])

  // What the command prints itself.
  const { checks } = JSON.parse(stdout) as { checks: { id: string; title: string; rules: string[] }[] }
  expect(exit).toBe(0)
  expect(checks.map(({ id }) => id)).toEqual(allChecks.map(({ id }) => id))
  expect(new Set(checks.map(({ id }) => id.split('.')[0]))).toEqual(new Set(areas.split(' ')))
  for (const { id, title, rules } of checks) {
    expect(id).toMatch(/^[a-z]+\.[a-z\d-]+$/)
    expect(title).toMatch(/^[A-Z].{9,}[^.]$/)
    for (const rule of rules) expect(rule).toMatch(/^[A-Z]+-\d{3}$/)
  }
  expect(new Set(checks.map(({ id }) => id)).size).toBe(checks.length)
})

it('accepts areas and ids, separated by commas or repeated', async () => {
  const { stdout } = await runCommand(Check, [
    '--list',
    '--json',
    '--only',
    'frame,bridge.ready',
    '--only',
    'money',
    '--skip',
    'money.mixed',
  ])

  const { checks } = JSON.parse(stdout) as { checks: { id: string }[] }
  const ids = checks.map(({ id }) => id)
  expect(ids).toContain('bridge.ready')
  expect(ids).not.toContain('money.mixed')
  expect(new Set(ids.map((id) => id.split('.')[0]))).toEqual(new Set(['frame', 'bridge', 'money']))
})

it.each([
  [['--only', 'signatur'], 'Did you mean signature?'],
  [['--skip', 'once.restrat'], 'Did you mean once.restart?'],
  [['--only', 'frame', '--skip', 'frame'], 'app check --list'],
  [['--only', ' ,'], 'app check --list'],
])('rejects %j, exits with 2 and suggests the right name', async (words, hint) => {
  const { exit, error } = await runCommand(Check, words)

  expect(exit).toBe(2)
  expect(error).toMatchObject({ suggestions: expect.arrayContaining([expect.stringContaining(hint)]) as unknown })
})

it.each(['4', '3601', '999999999'])('rejects --timeout with %s seconds', async (seconds) => {
  const { exit, error } = await runCommand(Check, ['--timeout', seconds], { cwd: '/' })

  expect([exit, error?.message]).toEqual([2, expect.stringContaining('--timeout')])
})

it('exits with 3 outside a project', async () => {
  const { exit, error } = await runCommand(Check, ['--yes'], { cwd: '/' })

  expect([exit, error?.code]).toEqual([3, 'project.not-found'])
})
