import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { afterAll, describe, expect, it, onTestFinished } from 'vitest'

import { templateNames, type TemplateName } from '../../src/scaffold/templates.ts'
import { documentOf, makeMachine } from '../e2e/support/machine.ts'
import { scaffoldWithPackages } from '../support/dev/scaffolded.ts'

const machine = makeMachine()
afterAll(() => machine.close())

const isLong = process.env['SVCAPP_LONG'] === '1'

/** What templates/node does is tested in node.test.ts. */
const others = templateNames.filter((name) => name !== 'node')

/** A whole check takes seconds of both cores: one template in each run, all in long ones. */
const checked: readonly TemplateName[] = isLong ? templateNames : ['minimal']

function newApp(template: TemplateName): string {
  const cwd = mkdtempSync(join(tmpdir(), 'svcapp-template-'))
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }))
  return scaffoldWithPackages(cwd, template)
}

async function runNode(cwd: string, args: readonly string[]): Promise<string> {
  // A child of a test runner would otherwise report to this one.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const { stdout, stderr } = await promisify(execFile)(process.execPath, args, { cwd, env })
  return stdout + stderr
}

describe.each(others)('a new app of the template %s', { timeout: 120_000 }, (template) => {
  it('passes its own tests and the type check', async () => {
    const dir = newApp(template)

    const [tests, types] = await Promise.all([
      runNode(dir, ['--test', 'test/**/*.test.ts']),
      runNode(dir, ['node_modules/typescript/bin/tsc']),
    ])

    expect(tests).toMatch(/fail 0\b/)
    expect(Number(/pass (\d+)/.exec(tests)?.[1])).toBeGreaterThan(25)
    expect(types).toBe('')
  })
})

it.each(checked)('app check finds nothing in a new app of the template %s', { timeout: 240_000 }, async (template) => {
  const cwd = newApp(template)

  const run = await machine.run(['check', '--yes', '--json', '--timeout', '150'], { cwd, env: { TMPDIR: machine.dir } })

  expect(documentOf(run)).toMatchObject({ complete: true, findings: [] })
  expect(run.exit).toBe(0)
})
