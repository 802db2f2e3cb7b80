import { cpSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'

import { expect, it } from 'vitest'

import { ok } from '../support/dev/background-session.ts'
import { reach } from '../support/dev/dev-events.ts'
import { makeDevProject } from '../support/dev/dev-project.ts'
import { freePorts, runCli } from '../support/run-cli.ts'

it('a run in the foreground exits when its folder is moved, and restores its changes', async () => {
  const project = await makeDevProject()
  const written = 'http://127.0.0.1:39999/auth/callback'
  project.replace(`http://127.0.0.1:${project.port}/auth/callback`, written)
  const emulator = runCli(project, ['emulator', 'start', '--port', '0', '--json'])
  await reach(emulator, 'ready')
  const run = runCli(project, ['dev', '--approve', '--yes', '--ndjson', ...freePorts])
  await reach(run, 'installed')

  const moved = { ...project, dir: join(project.dir, '../moved') }
  renameSync(project.dir, moved.dir)
  const exit = await run.ended

  expect([exit, run.events().at(-1)]).toMatchObject([
    0,
    { event: 'stopped', reason: 'the project folder was moved or removed' },
  ])
  expect(run.stdout()).not.toContain('Some changes could not be restored')
  expect(await ok(moved, ['emulator', 'app', 'show', '--json'])).toMatchObject({ redirect_uris: [written] })
})

it('a run exits when its folder is deleted, even if a new folder with its name is created immediately', async () => {
  const project = await makeDevProject()
  const run = runCli(project, ['dev', '--approve', '--yes', '--ndjson', ...freePorts])
  await reach(run, 'installed')

  const copy = join(project.dir, '../copy')
  cpSync(project.dir, copy, { recursive: true })
  rmSync(project.dir, { recursive: true })
  renameSync(copy, project.dir)

  expect(await run.ended).toBe(0)
  expect(run.events().at(-1)).toMatchObject({ event: 'stopped' })
})
