import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, it } from 'vitest'

import Version from '../../src/commands/version.ts'
import { runCommand } from '../support/command/command.ts'
import { makeContext } from '../support/context.ts'

it('shows the details that a bug report needs', async () => {
  const words = await runCommand(Version)
  const json = await runCommand(Version, ['--json'])

  expect(words.stdout).toBe(
    `svcapp 0.0.0-test\nNode ${process.versions.node}, SQLite ${process.versions['sqlite']}\nlinux-x64\n`,
  )
  expect(JSON.parse(json.stdout)).toEqual({
    svcapp: '0.0.0-test',
    node: process.versions.node,
    sqlite: process.versions['sqlite'],
    machine: 'linux-x64',
    update: null,
  })
})

it('shows a newer version if one is known, and sends no request', async () => {
  const { cwd } = makeContext()
  mkdirSync(join(cwd, 'svcapp'))
  writeFileSync(join(cwd, 'svcapp', 'update.json'), '{"checkedAt":1,"notifiedAt":0,"latest":"1.2.3"}')

  const { stdout, stderr, result } = await runCommand(Version, [], { env: { XDG_CACHE_HOME: cwd } })

  expect([stdout.includes('1.2.3'), stderr, result?.update]).toEqual([
    false,
    'svcapp 1.2.3 is available. To update: npm install -g svcapp\n',
    '1.2.3',
  ])
})
