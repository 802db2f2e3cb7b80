import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, it, onTestFinished } from 'vitest'

import { isLocked, takeLock } from '../../src/storage/exclusive-lock.ts'

function lockFile(): string {
  const dir = mkdtempSync(join(tmpdir(), 'svcapp-exclusive-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  return join(dir, 'a.lock')
}

it('a lock is acquired although another process reads it for longer than a moment (P14)', async () => {
  const file = lockFile()
  takeLock(file)?.()
  const script = `
    const { DatabaseSync } = require('node:sqlite')
    const db = new DatabaseSync(process.argv[1])
    db.exec('BEGIN; SELECT count(*) FROM sqlite_schema')
    console.log('looking')
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1000)
    db.close()`
  const reader = spawn(process.execPath, ['-e', script, file], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void reader.kill('SIGKILL'))
  await once(reader.stdout, 'data')
  const release = takeLock(file)

  expect(release).not.toBeNull()
  expect(isLocked(file)).toBe(true)
  release?.()
  expect(isLocked(file)).toBe(false)
})

it('a second process cannot acquire the lock while the first one holds it (P14)', () => {
  const file = lockFile()
  const release = takeLock(file)

  expect(takeLock(file)).toBeNull()
  release?.()
  const second = takeLock(file)
  expect(second).not.toBeNull()
  second?.()
})
