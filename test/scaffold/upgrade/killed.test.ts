import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import Upgrade from '../../../src/commands/upgrade.ts'
import { runCommand } from '../../support/command/command.ts'
import { makeContext } from '../../support/context.ts'
import { appBehind, filesOf, newApp } from '../../support/old-app.ts'

const packageRoot = join(import.meta.dirname, '../../..')

/** Ends the process that loads it with SIGKILL, in place of a rename. */
const hook = `const fs = require('node:fs')
const rename = fs.renameSync
let left = Number(process.env.KILL_AT)
fs.renameSync = (...names) => {
  left -= 1
  if (left === 0) process.kill(process.pid, 'SIGKILL')
  return rename(...names)
}
require('node:module').syncBuiltinESMExports()
`

function upgradeKilledAt(dir: string, rename: number) {
  const file = join(mkdtempSync(join(tmpdir(), 'svcapp-killed-')), 'hook.cjs')
  writeFileSync(file, hook)
  const argv = ['--require', file, join(packageRoot, 'bin/run.js'), 'upgrade']
  return spawnSync(process.execPath, argv, {
    cwd: dir,
    env: { PATH: process.env['PATH'], HOME: join(dir, '..'), KILL_AT: String(rename) },
    stdio: 'ignore',
  })
}

describe('an app upgrade that is killed', () => {
  it.each([
    ['while the new files are written', 3],
    ['while they take the place of the old ones', 14],
  ])('%s is reported by the next run, whose suggested command restores everything', async (_, rename) => {
    const sources = [...filesOf(newApp())].filter(([path]) => path.startsWith('src/'))
    const dir = appBehind(Object.fromEntries(sources.map(([path, text]) => [path, `// Then.\n${text}`])))
    const before = filesOf(dir)

    expect(upgradeKilledAt(dir, rename).signal).toBe('SIGKILL')

    const context = () => makeContext({ cwd: dir, packageRoot, env: { PATH: process.env['PATH'] } })
    const told = await runCommand(Upgrade, [], context())
    expect(told.exit).toBe(3)
    expect(told.stderr).toMatch(/upgrade\.not-committed/)
    const [, remedy = ''] = /return to the last commit: (.*)/.exec(told.stderr) ?? []
    execFileSync('/bin/sh', ['-c', remedy], { cwd: dir, stdio: 'ignore' })
    expect(filesOf(dir)).toEqual(before)
    expect((await runCommand(Upgrade, [], context())).exit).toBe(0)
  })
})
