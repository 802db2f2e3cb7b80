import { expect, it } from 'vitest'

import Dev from '../../../src/commands/dev/index.ts'
import { runCommand } from '../../support/command/command.ts'
import { makeContext } from '../../support/context.ts'
import { makeDevProject } from '../../support/dev/dev-project.ts'

// What it does whole is in test/dev/session.test.ts, on the real command line.

it('exits with 3 outside a project', async () => {
  const { exit, error } = await runCommand(Dev, ['--approve', '--once'])

  expect([exit, error?.code]).toEqual([3, 'project.not-found'])
})

it.each([
  [['--target', 'live'], {}],
  [[], { SVCAPP_TARGET: 'live' }],
])('fails for the live platform without [targets.live], and starts or sends nothing: %j %j', async (argv, env) => {
  const { dir } = await makeDevProject()
  const context = makeContext({ cwd: dir, env })

  const { exit, error, stdout } = await runCommand(Dev, [...argv, '--no-published'], context)

  expect([exit, error?.code, stdout]).toEqual([3, 'project.live-incomplete', ''])
})

it('has nothing to clean up on the live platform, and does not contact an emulator', async () => {
  const { dir } = await makeDevProject()

  const { exit, stdout } = await runCommand(Dev, ['--cleanup', '--target', 'live'], makeContext({ cwd: dir }))

  expect([exit, stdout]).toEqual([
    0,
    'Nothing to restore. `app dev --target live` does not change the registration on the live platform.\n',
  ])
})

it('asks before it runs a new command, and starts nothing if the user declines (T26)', async () => {
  const { dir } = await makeDevProject()
  const asked: string[] = []
  const confirm = async ({ message }: { message: string }) => {
    asked.push(message)
    return false
  }

  const { exit, error, stdout } = await runCommand(Dev, [], makeContext({ cwd: dir, ask: { confirm } }))

  expect([exit, error?.code, stdout]).toEqual([3, 'dev.untrusted', ''])
  expect(asked).toEqual([`Run "node" "app.mjs", this project's dev command?`])
})
