import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, it, onTestFinished } from 'vitest'

import { program } from '../support/program.ts'

/** A command in a folder that is removed before it begins, as a shell that still stands in it would run it. */
function runInRemoved(...argv: readonly string[]) {
  const root = mkdtempSync(join(tmpdir(), 'svcapp-removed-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const folder = join(root, 'loyalty')
  mkdirSync(folder)
  const { status, stdout, stderr } = spawnSync(
    'sh',
    ['-c', 'rmdir "$PWD" && exec "$@"', 'sh', process.execPath, program, ...argv],
    {
      cwd: folder,
      encoding: 'utf8',
      env: { PATH: process.env['PATH'] ?? '', HOME: root, SVCAPP_HOME: join(root, 'state'), PWD: folder },
    },
  )
  return { status, stdout, stderr, folder }
}

it.skipIf(process.platform === 'win32')('a command without a project works in a deleted folder', () => {
  const { status, stdout, stderr } = runInRemoved('emulator', 'list', '--json')

  expect([status, stderr]).toEqual([0, ''])
  expect(JSON.parse(stdout)).toMatchObject({ platforms: [{ name: 'default' }] })
})

it.skipIf(process.platform === 'win32')('a project command in a deleted folder reports it and exits with 3', () => {
  const { status, stderr, folder } = runInRemoved('dev', 'stop')

  expect(status).toBe(3)
  expect(stderr).toContain(`The folder ${folder} no longer exists.`)
  expect(stderr).toContain('Code: project.not-found')
})
