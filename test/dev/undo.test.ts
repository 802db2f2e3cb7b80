import { expect, it } from 'vitest'

import { ok, start } from '../support/dev/background-session.ts'
import { makeDevProject } from '../support/dev/dev-project.ts'
import { runCli } from '../support/run-cli.ts'

it('undo does nothing right after a start, and reverts only what the user did', async () => {
  const project = await makeDevProject()
  await start(project)
  const undo = runCli(project, ['emulator', 'undo', '--json'])
  const nothing = [await undo.ended, undo.events()]

  await ok(project, ['emulator', 'order', 'place', '--json'])
  const { undone } = await ok<{ undone: readonly { summary: string }[] }>(project, ['emulator', 'undo', '--json'])
  // A start returns before the install is known if that takes long.
  const status = () => ok<{ installed: boolean | null }>(project, ['dev', 'status', '--json'])
  await expect.poll(status).toMatchObject({ installed: true })
  await ok(project, ['dev', 'stop', '--json'])
  await start(project)
  const afterRestart = await runCli(project, ['emulator', 'undo', '--json']).ended
  await ok(project, ['dev', 'stop', '--json'])

  expect([nothing[0], afterRestart]).toEqual([3, 3])
  expect(nothing).toMatchObject([3, [{ error: { code: 'emulator.unknown-operation' } }]])
  expect(undone.map(({ summary }) => summary)).toEqual(['order placed in demo'])
})
