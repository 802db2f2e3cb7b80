import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import { expect, it, onTestFinished } from 'vitest'

import { hasCode } from '../../src/errors.ts'
import { whenFree } from '../../src/storage/when-free.ts'

/** Another connection has the database locked; the first `tries` tries to change it are made meanwhile. */
function locked(tries: number) {
  const folder = mkdtempSync(join(tmpdir(), 'svcapp-locked-'))
  const [other, db] = [new DatabaseSync(join(folder, 'x.db')), new DatabaseSync(join(folder, 'x.db'))]
  onTestFinished(() => {
    for (const one of [db, other]) one.close()
    rmSync(folder, { recursive: true, force: true })
  })
  db.exec('PRAGMA busy_timeout = 0')
  other.exec('BEGIN EXCLUSIVE')
  let left = tries
  return () => {
    if (left === 0) other.exec('COMMIT')
    left -= 1
    db.exec('CREATE TABLE t (a)')
    return 'opened'
  }
}

it('waits while another process has a database locked', () => {
  expect(whenFree('x.db', locked(3))).toBe('opened')
})

it('reports a database as locked, not corrupted, if the lock lasts too long', () => {
  let thrown: unknown
  try {
    whenFree('x.db', locked(Infinity), 50)
  } catch (error) {
    thrown = error
  }
  expect(hasCode(thrown, 'storage.busy')).toBe(true)
  expect(thrown).toMatchObject({ message: 'Another process keeps x.db locked.' })
})
