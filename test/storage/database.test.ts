import { existsSync, mkdtempSync, statSync, symlinkSync, writeFileSync, readFileSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { openDatabase, transaction } from '../../src/storage/database.ts'
import { isLocked, takeLock } from '../../src/storage/exclusive-lock.ts'
import { ensureFolder, writeFileAtomic } from '../../src/storage/files.ts'
import { prepared } from '../../src/storage/statements.ts'

const temporary = () => mkdtempSync(join(tmpdir(), 'svcapp-storage-'))
const migrations = ['CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT']

describe('openDatabase', () => {
  it('waits for the disk at every commit, and up to 5 s for another writer (P2)', () => {
    const db = openDatabase({ path: join(temporary(), 'a.db'), migrations })

    expect(db.prepare('PRAGMA synchronous').get()).toEqual({ synchronous: 2 })
    expect(db.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' })
    expect(db.prepare('PRAGMA busy_timeout').get()).toEqual({ timeout: 5000 })
  })

  it('does not wait for the disk if a power cut may lose all of the data', () => {
    const db = openDatabase({ path: join(temporary(), 'a.db'), migrations, durability: 'none' })

    expect(db.prepare('PRAGMA synchronous').get()).toEqual({ synchronous: 0 })
    expect(db.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' })
  })

  it('is linked with a SQLite that does not corrupt a WAL when it is reset (P2)', () => {
    const db = openDatabase({ path: ':memory:', migrations })
    const [major = 0, minor = 0, patch = 0] = String(db.prepare('SELECT sqlite_version() AS v').get()?.['v'])
      .split('.')
      .map(Number)

    expect(major * 1_000_000 + minor * 1000 + patch).toBeGreaterThanOrEqual(3_051_003)
  })

  it('restricts the file and its folder to this user, whatever the umask (T17)', () => {
    const before = process.umask(0)
    try {
      const path = join(temporary(), 'deep', 'a.db')
      openDatabase({ path, migrations })

      expect(statSync(path).mode & 0o777).toBe(0o600)
      expect(statSync(join(path, '..')).mode & 0o777).toBe(0o700)
    } finally {
      process.umask(before)
    }
  })

  it('opens no database through a symbolic link (T20)', () => {
    const folder = temporary()
    symlinkSync(join(folder, 'elsewhere.db'), join(folder, 'a.db'))

    expect(() => openDatabase({ path: join(folder, 'a.db'), migrations })).toThrow(
      expect.objectContaining({ code: 'storage.symlink' }),
    )
    expect(existsSync(join(folder, 'elsewhere.db'))).toBe(false)
  })

  it('runs each migration once and keeps existing data', () => {
    const path = join(temporary(), 'a.db')
    openDatabase({ path, migrations }).prepare('INSERT INTO notes (text) VALUES (?)').run('kept')

    const db = openDatabase({ path, migrations: [...migrations, 'ALTER TABLE notes ADD COLUMN more TEXT'] })

    expect(db.prepare('SELECT text, more FROM notes').get()).toEqual({ text: 'kept', more: null })
  })

  it('rejects a database of a newer version and leaves it unchanged', () => {
    const path = join(temporary(), 'a.db')
    openDatabase({ path, migrations: [...migrations, 'CREATE TABLE later (id INTEGER)'] }).close()

    expect(() => openDatabase({ path, migrations })).toThrow(expect.objectContaining({ code: 'storage.newer' }))
  })

  it('starts at the version that its first script creates, and rejects an earlier database', () => {
    const folder = temporary()
    const [now, preview] = [join(folder, 'a.db'), join(folder, 'b.db')]
    const later = [...migrations, 'ALTER TABLE notes ADD COLUMN more TEXT']
    openDatabase({ path: now, migrations, first: 4 }).close()
    openDatabase({ path: preview, migrations }).close()

    const db = openDatabase({ path: now, migrations: later, first: 4 })

    expect(db.prepare('PRAGMA user_version').get()).toEqual({ user_version: 5 })
    db.close()
    expect(() => openDatabase({ path: preview, migrations: later, first: 4 })).toThrow(
      expect.objectContaining({
        code: 'storage.older',
        suggestions: [`mv ${preview} ${preview}.old`, expect.anything()],
      }),
    )
  })

  it.each(['no database at all', '\0'.repeat(4096)])(
    'reports a corrupted file instead of deleting it (P12)',
    (junk) => {
      const path = join(temporary(), 'a.db')
      writeFileSync(path, junk)

      expect(() => openDatabase({ path, migrations })).toThrow(expect.objectContaining({ code: 'storage.broken' }))
      expect(readFileSync(path, 'utf8')).toBe(junk)
    },
  )
})

describe('transaction', () => {
  it('commits everything or nothing', () => {
    const db = openDatabase({ path: ':memory:', migrations })
    const insert = prepared(db, 'INSERT INTO notes (text) VALUES (?)')

    expect(() =>
      transaction(db, () => {
        insert.run('half')
        throw new Error('stop')
      }),
    ).toThrow('stop')
    transaction(db, () => insert.run('whole'))

    expect(db.prepare('SELECT text FROM notes').all()).toEqual([{ text: 'whole' }])
  })
})

describe('writeFileAtomic', () => {
  it('replaces a whole file and leaves no temporary file (P13)', () => {
    const folder = temporary()
    writeFileAtomic({ path: join(folder, 'a.txt'), content: 'one' })
    writeFileAtomic({ path: join(folder, 'a.txt'), content: 'two' })

    expect(readFileSync(join(folder, 'a.txt'), 'utf8')).toBe('two')
    expect(readdirSync(folder)).toEqual(['a.txt'])
    expect(statSync(join(folder, 'a.txt')).mode & 0o777).toBe(0o600)
  })

  it('writes through no symbolic link (T20)', () => {
    const folder = temporary()
    writeFileSync(join(folder, 'victim'), 'untouched')
    symlinkSync(join(folder, 'victim'), join(folder, 'a.txt'))

    expect(() => writeFileAtomic({ path: join(folder, 'a.txt'), content: 'x' })).toThrow(
      expect.objectContaining({ code: 'storage.symlink' }),
    )
    expect(readFileSync(join(folder, 'victim'), 'utf8')).toBe('untouched')
  })

  it('creates no folder behind a symbolic link (T20)', () => {
    const folder = temporary()
    symlinkSync(join(folder, 'elsewhere'), join(folder, 'state'))

    expect(() => ensureFolder(join(folder, 'state'))).toThrow(expect.objectContaining({ code: 'storage.symlink' }))
    expect(existsSync(join(folder, 'elsewhere'))).toBe(false)
  })
})

it('a lock file that is not a database is reported, and no process is named as its owner (P12)', () => {
  const path = join(temporary(), 'lock.db')
  writeFileSync(path, 'this is not a database, '.repeat(500))

  expect(isLocked(path)).toBe(false)
  expect(() => takeLock(path)).toThrow(
    expect.objectContaining({ code: 'storage.broken', message: expect.stringContaining(path) as string }),
  )
})
