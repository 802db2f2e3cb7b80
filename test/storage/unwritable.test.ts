import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, it, onTestFinished } from 'vitest'

import { openDatabase } from '../../src/storage/database.ts'
import { ensureFolder, ensurePrivateFile, unwritable, writeFileAtomic } from '../../src/storage/files.ts'
import { program } from '../support/program.ts'

const refused = expect.objectContaining({ code: 'storage.unwritable', oclif: { exit: 3 } }) as Error

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'svcapp-unwritable-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

it('a place that cannot be written is one clear error for every writer', () => {
  const file = join(makeFolder(), 'file')
  writeFileSync(file, '')

  expect(() => ensureFolder(join(file, 'state'))).toThrow(refused)
  expect(() => ensurePrivateFile(join(file, 'state', 'a.db'))).toThrow(refused)
  expect(() => writeFileAtomic({ path: join(file, 'a.json'), content: '{}' })).toThrow(refused)
  expect(() => openDatabase({ path: join(file, 'a.db'), migrations: [] })).toThrow(refused)
})

it.each([
  ['EROFS', 'read only'],
  ['ENOSPC', 'the disk is full'],
  ['EACCES', 'may not be written'],
])('%s is reported as: %s', (code, words) => {
  expect(unwritable('/home/x', Object.assign(new Error('x'), { code }))).toMatchObject({
    code: 'storage.unwritable',
    message: expect.stringContaining(words) as string,
  })
})

it('a full disk while a database is made is not a broken database', () => {
  const path = join(makeFolder(), 'a.db')
  openDatabase({ path, migrations: [] }).close()
  const many = Array.from({ length: 50 }, (_, at) => `CREATE TABLE t${at} (a);`).join('')

  expect(() => openDatabase({ path, migrations: [`PRAGMA max_page_count = 3; ${many}`] })).toThrow(refused)
})

const isRoot = process.getuid?.() === 0

it.skipIf(process.platform === 'win32')(
  'an emulator that cannot write its folder ends with a clean error',
  { timeout: 30_000 },
  () => {
    const folder = makeFolder()
    const home = join(folder, 'home')
    writeFileSync(home, '')
    if (!isRoot) chmodSync(folder, 0o500)

    const { status, stderr } = spawnSync(process.execPath, [program, 'emulator', 'start', '--json'], {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'] ?? '', HOME: folder, SVCAPP_HOME: join(home, 'state'), SVCAPP_SYSTEM_NODE: '' },
    })

    expect(status).toBe(3)
    expect(stderr).not.toContain('cli.unexpected')
  },
)
