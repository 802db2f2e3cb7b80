import { spawnSync } from 'node:child_process'
import { symlinkSync } from 'node:fs'
import { join } from 'node:path'

import { expect, it } from 'vitest'

import Upgrade from '../../src/commands/upgrade.ts'
import { checkHere } from '../check/support/check-here.ts'
import { runCommand } from '../support/command/command.ts'
import { makeContext } from '../support/context.ts'
import { commitAll, edit, filesOf, oldApp } from '../support/old-app.ts'

const packageRoot = join(import.meta.dirname, '../..')

// All of the template's tests run in a new app; here a part of them shows that what was merged fits together.
const isLong = process.env['SVCAPP_LONG'] === '1'
const which = isLong ? 'test/**/*.test.ts' : 'test/{money,panel}.test.ts'

/** A test of the owner's, in a file of the template. */
const ownersTest = "\ntest('of the owner: twice', () => assert.equal(addDecimals('1.25', '1.25'), '2.50'))\n"

it('an app of an older template passes its tests and the owner’s after an upgrade', async () => {
  const dir = oldApp()
  edit(
    dir,
    'src/money.ts',
    (text) => `${text}\n/** Ours. */\nexport const twice = (amount: string): string => addDecimals(amount, amount)\n`,
  )
  edit(dir, 'test/money.test.ts', (text) => text + ownersTest)
  edit(dir, 'README.md', (text) => text.replace('# Loyalty', '# Loyalty of Acme'))
  commitAll(dir)
  const context = makeContext({ cwd: dir, packageRoot, env: { PATH: process.env['PATH'] } })

  const { exit, stdout } = await runCommand(Upgrade, [], context)

  expect([exit, stdout]).toEqual([0, expect.stringContaining('merged  README.md')])
  expect(filesOf(dir).get('src/platform/money.ts')).toContain('/** Ours. */')
  symlinkSync(join(packageRoot, 'node_modules'), join(dir, 'node_modules'), 'junction')
  // A child of a test runner would otherwise report to this one.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const tests = spawnSync(process.execPath, ['--test', which], { cwd: dir, env, encoding: 'utf8' })
  expect(tests.stdout).toMatch(/of the owner: twice/)
  expect(tests.stdout).toMatch(/fail 0\b/)
  expect(tests.status).toBe(0)
})

it.runIf(isLong)('app check finds nothing in an upgraded app', async () => {
  const dir = oldApp()
  const context = makeContext({ cwd: dir, packageRoot, env: { PATH: process.env['PATH'] } })
  const { exit } = await runCommand(Upgrade, [], context)
  expect(exit).toBe(0)
  symlinkSync(join(packageRoot, 'node_modules'), join(dir, 'node_modules'), 'junction')

  const { findings, complete } = await checkHere({ project: dir, dir, argv: ['src/server.ts'] })

  expect({ findings, complete }).toEqual({ findings: [], complete: true })
})
