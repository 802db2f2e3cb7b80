import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, it, onTestFinished } from 'vitest'

import { readRunFile } from '../../src/control/run-file.ts'
import { openDatabase } from '../../src/storage/database.ts'
import { ensureFolder, ensurePrivateFile, unwritable, writeFileAtomic } from '../../src/storage/files.ts'
import { program } from '../support/program.ts'

const refused = expect.objectContaining({ code: 'storage.unwritable', oclif: { exit: 3 } }) as Error

const isRoot = process.getuid?.() === 0

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'svcapp-unwritable-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

it('a location that is not writable is one clear error for every writer', () => {
  const file = join(makeFolder(), 'file')
  writeFileSync(file, '')

  expect(() => ensureFolder(join(file, 'state'))).toThrow(refused)
  expect(() => ensurePrivateFile(join(file, 'state', 'a.db'))).toThrow(refused)
  expect(() => writeFileAtomic({ path: join(file, 'a.json'), content: '{}' })).toThrow(refused)
  expect(() => openDatabase({ path: join(file, 'a.db'), migrations: [] })).toThrow(refused)
  expect(() => readRunFile({ runFile: join(file, 'emulator', 'run.json') })).toThrow(refused)
})

it.each([
  ['EROFS', 'the disk is read-only'],
  ['ENOSPC', 'the disk is full'],
  ['EACCES', 'no write permission'],
])('%s is reported as: %s', (code, words) => {
  expect(unwritable('/home/x', Object.assign(new Error('x'), { code }))).toMatchObject({
    code: 'storage.unwritable',
    message: expect.stringContaining(words) as string,
  })
})

it('a full disk while a database is created is not a corrupted database', () => {
  const path = join(makeFolder(), 'a.db')
  openDatabase({ path, migrations: [] }).close()
  const many = Array.from({ length: 50 }, (_, at) => `CREATE TABLE t${at} (a);`).join('')

  expect(() => openDatabase({ path, migrations: [`PRAGMA max_page_count = 3; ${many}`] })).toThrow(refused)
})

it.skipIf(process.platform === 'win32')(
  'a database without read permission, or in a closed folder, is not a corrupted one',
  () => {
    // The folder of the tests is closed to others.
    const folder = mkdtempSync('/tmp/svcapp-unwritable-')
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const path = join(folder, 'a.db')
    openDatabase({ path, migrations: ['CREATE TABLE t (a)'] }).close()
    chmodSync(folder, 0o777)
    chmodSync(path, 0o000)
    const source = (file: string) => JSON.stringify(join(import.meta.dirname, '../../src', file))
    const open = `import { openDatabase } from ${source('storage/database.ts')}
      import { journal } from ${source('tasks/doctor/events/journal.ts')}
      const [, path] = process.argv
      const tell = (work) => { try { console.log(work().found) } catch (error) { console.log(error.code) } }
      tell(() => openDatabase({ path, migrations: ['CREATE TABLE t (a)'] }))
      tell(() => journal.run({ context: { paths: { journalDb: path } }, project: null, session: null }))`
    const codeOf = () =>
      spawnSync(process.execPath, ['--input-type=module-typescript', '-e', open, path], {
        encoding: 'utf8',
        ...(isRoot && { uid: 65_534, gid: 65_534 }),
      })
        .stdout.trim()
        .split('\n')

    const closedFile = codeOf()
    chmodSync(path, 0o444)
    chmodSync(folder, 0o555)
    const closedFolder = codeOf()
    chmodSync(folder, 0o755)

    const both = ['storage.unwritable', 'storage.unwritable']
    expect([closedFile, closedFolder]).toEqual([both, both])
  },
)

it('a brief read finds an empty database if no file can be created, and rejects writes', () => {
  const file = join(makeFolder(), 'file')
  writeFileSync(file, '')
  const path = join(file, 'state', 'a.db')
  const schema = { path, migrations: ['CREATE TABLE t (a)'] }

  const brief = openDatabase({ ...schema, isBrief: true })
  const forgetful = openDatabase({ ...schema, mayForget: true })
  forgetful.exec('INSERT INTO t VALUES (1)')

  expect(brief.prepare('SELECT * FROM t').all()).toEqual([])
  expect(() => brief.exec('INSERT INTO t VALUES (1)')).toThrow('readonly')
  expect(forgetful.prepare('SELECT * FROM t').all()).toMatchObject([{ a: 1 }])
})

it.skipIf(process.platform === 'win32').each(['closed', 'interrupted'])(
  'a brief look reads a database that was %s, in a folder that may not be written',
  (how) => {
    const folder = mkdtempSync('/tmp/svcapp-unwritable-')
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const path = join(folder, 'a.db')
    const schema = { path, migrations: ['CREATE TABLE t (a)'] }
    const writer = openDatabase(schema)
    writer.exec('INSERT INTO t VALUES (1)')
    if (how === 'closed') writer.close()
    else onTestFinished(() => writer.close())
    for (const name of [...readdirSync(folder), '.']) {
      if (isRoot) chownSync(join(folder, name), 65_534, 65_534)
      chmodSync(join(folder, name), name === '.' ? 0o500 : 0o400)
    }
    onTestFinished(() => chmodSync(folder, 0o700))
    const script = `import { openDatabase, unwritableDatabase } from ${JSON.stringify(join(import.meta.dirname, '../../src/storage/database.ts'))}
      const schema = ${JSON.stringify(schema)}
      const db = openDatabase({ ...schema, isBrief: true })
      console.log(JSON.stringify(db.prepare('SELECT * FROM t').all()))
      try { db.exec('INSERT INTO t VALUES (2)') } catch (error) { console.log(unwritableDatabase(schema.path, error).code ?? error) }
      const newer = { ...schema, migrations: [], isBrief: true }
      try { openDatabase(newer) } catch (error) { console.log(error.code) }`

    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module-typescript', '-e', script], {
      encoding: 'utf8',
      ...(isRoot && { uid: 65_534, gid: 65_534 }),
    })

    expect(stdout.trim().split('\n'), stderr).toEqual(['[{"a":1}]', 'storage.unwritable', 'storage.newer'])
  },
)

it.skipIf(process.platform === 'win32')('an emulator that cannot write its folder exits with a clean error', () => {
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
})
