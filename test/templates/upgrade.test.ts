import { spawnSync } from 'node:child_process'
import { symlinkSync } from 'node:fs'
import { join } from 'node:path'

import { expect, it } from 'vitest'

import Upgrade from '../../src/commands/upgrade.ts'
import { checkHere } from '../check/support/check-here.ts'
import { runCommand } from '../support/command/command.ts'
import { makeContext } from '../support/context.ts'
import { appBehind, commitAll, edit, filesOf, newApp } from '../support/old-app.ts'

const packageRoot = join(import.meta.dirname, '../..')

// All of the template's tests run in a new app; here a part of them shows that what was merged fits together.
const isLong = process.env['SVCAPP_LONG'] === '1'
const which = isLong ? 'test/**/*.test.ts' : 'test/paid-orders.test.ts'

/** A test of the owner's, in a file of the template. */
const ownersTest = "\ntest('of the owner: one is one', () => assert.equal(1, 1))\n"

it('an app of an older version passes its tests and the owner’s after an upgrade', async () => {
  const now = filesOf(newApp())
  const [budget = '', tests = ''] = ['src/budget.ts', 'test/paid-orders.test.ts'].map((path) => now.get(path))
  const dir = appBehind({
    'src/budget.ts': null,
    'src/platform/budget.ts': budget,
    'test/paid-orders.test.ts': `// Then.\n${tests}`,
  })
  edit(dir, 'src/platform/budget.ts', (text) => `${text}\n/** Ours. */\nexport const ours = 1\n`)
  edit(dir, 'test/paid-orders.test.ts', (text) => text + ownersTest)
  edit(dir, 'README.md', (text) => text.replace('# Loyalty', '# Loyalty of Acme'))
  commitAll(dir)
  const context = makeContext({ cwd: dir, packageRoot, env: { PATH: process.env['PATH'] } })

  const { exit, stdout } = await runCommand(Upgrade, [], context)

  expect([exit, stdout]).toEqual([0, expect.stringContaining('merged  src/budget.ts')])
  expect(filesOf(dir).get('src/budget.ts')).toContain('/** Ours. */')
  symlinkSync(join(packageRoot, 'node_modules'), join(dir, 'node_modules'), 'junction')
  // A child of a test runner would otherwise report to this one.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const run = spawnSync(process.execPath, ['--test', which], { cwd: dir, env, encoding: 'utf8' })
  expect(run.stdout).toMatch(/of the owner: one is one/)
  expect(run.stdout).toMatch(/fail 0\b/)
  expect(run.status).toBe(0)
})

it.runIf(isLong)('app check finds nothing in an upgraded app', async () => {
  const dir = appBehind({ 'src/protocol/web/hmac.ts': '// Then.\n' })
  const context = makeContext({ cwd: dir, packageRoot, env: { PATH: process.env['PATH'] } })
  const { exit } = await runCommand(Upgrade, [], context)
  expect(exit).toBe(0)
  symlinkSync(join(packageRoot, 'node_modules'), join(dir, 'node_modules'), 'junction')

  const { findings, complete } = await checkHere({ project: dir, dir, argv: ['src/server.ts'] })

  expect({ findings, complete }).toEqual({ findings: [], complete: true })
})
