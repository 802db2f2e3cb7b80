import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, it, onTestFinished } from 'vitest'

/** A user may mount a disk that nobody else sees on most Linux systems, not in every container. */
const mayMount =
  spawnSync('unshare', ['--map-root-user', '--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0

const storage = join(import.meta.dirname, '../../src/storage')

it.runIf(mayMount)('a database that SQLite cannot open on a full disk is not called broken, nor a lock taken', () => {
  const disk = mkdtempSync(join(tmpdir(), 'svcapp-full-'))
  onTestFinished(() => rmSync(disk, { recursive: true, force: true }))
  const script = `
    import { writeFileSync } from 'node:fs'
    import { openDatabase } from ${JSON.stringify(join(storage, 'database.ts'))}
    import { takeLock } from ${JSON.stringify(join(storage, 'exclusive-lock.ts'))}
    import { whileLocked } from ${JSON.stringify(join(storage, 'while-locked.ts'))}
    process.chdir(${JSON.stringify(disk)})
    openDatabase({ path: 'a.db', migrations: ['CREATE TABLE a (b)'] }).close()
    for (const file of ['a.lock', 'b.lock']) writeFileSync(file, '')
    try { for (;;) writeFileSync('fill', Buffer.alloc(1024), { flag: 'a' }) } catch {}
    const codeOf = (work) => { try { return work() === null ? 'held' : 'done' } catch ({ code, message }) { return [code, message] } }
    console.log(JSON.stringify([
      codeOf(() => openDatabase({ path: 'a.db', migrations: ['CREATE TABLE a (b)'] })),
      codeOf(() => takeLock('a.lock')),
      codeOf(() => whileLocked('b.lock', () => 1)),
    ]))`

  const { stdout, stderr } = spawnSync(
    'unshare',
    ['--map-root-user', '--mount', 'sh', '-c', 'mount -t tmpfs -o size=400k tmpfs "$0" && exec "$@"', disk].concat([
      process.execPath,
      '--input-type=module',
      '-e',
      script,
    ]),
    { encoding: 'utf8' },
  )

  const full = ['storage.unwritable', expect.stringContaining('the disk is full')]
  expect([JSON.parse(stdout || '[]'), stderr]).toEqual([[full, full, full], ''])
})
