import { expect, it } from 'vitest'

import Dev from '../../../src/commands/dev/index.ts'
import { runCommand } from '../../support/command/command.ts'
import { makeContext } from '../../support/context.ts'
import { makeDevProject } from '../../support/dev/dev-project.ts'

// What it does whole is in test/dev/session.test.ts, on the real command line.

it('is exit 3 outside of a project', async () => {
  const { exit, error } = await runCommand(Dev, ['--approve', '--once'])

  expect([exit, error?.code]).toEqual([3, 'project.not-found'])
})

it.each([
  [['--target', 'live'], {}],
  [[], { SVCAPP_TARGET: 'live' }],
])('without [targets.live] the live platform is an error, and nothing is started or sent: %j %j', async (argv, env) => {
  const { dir } = await makeDevProject()
  const context = makeContext({ cwd: dir, env })

  const { exit, error, stdout } = await runCommand(Dev, [...argv, '--no-published'], context)

  expect([exit, error?.code, stdout]).toEqual([3, 'project.live-incomplete', ''])
})

it('has nothing to clean up on the live platform, and asks no emulator', async () => {
  const { dir } = await makeDevProject()

  const { exit, stdout } = await runCommand(Dev, ['--cleanup', '--target', 'live'], makeContext({ cwd: dir }))

  expect([exit, stdout]).toEqual([
    0,
    'Nothing to restore. `app dev --target live` changes nothing on the live platform.\n',
  ])
})

it('T26 asks before it runs a command that is new, and starts nothing on no', async () => {
  const { dir } = await makeDevProject()
  const asked: string[] = []
  const confirm = async ({ message }: { message: string }) => {
    asked.push(message)
    return false
  }

  const { exit, error, stdout } = await runCommand(Dev, [], makeContext({ cwd: dir, ask: { confirm } }))

  expect([exit, error?.code, stdout]).toEqual([3, 'dev.untrusted', ''])
  expect(asked).toEqual(['Run "node" "app.mjs", the dev command of this project?'])
})
