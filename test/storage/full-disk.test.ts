import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, it, onTestFinished } from 'vitest'

/** A user may mount a disk that nobody else sees on most Linux systems, not in every container. */
const mayMount =
  spawnSync('unshare', ['--map-root-user', '--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0

const storage = join(import.meta.dirname, '../../src/storage')

it.runIf(mayMount)(
  'on a full disk a database stays readable and rejects writes, is not reported as corrupted, and no lock is acquired',
  () => {
    const disk = mkdtempSync(join(tmpdir(), 'svcapp-full-'))
    onTestFinished(() => rmSync(disk, { recursive: true, force: true }))
    const script = `
    import { writeFileSync } from 'node:fs'
    import { openDatabase, unwritableDatabase } from ${JSON.stringify(join(storage, 'database.ts'))}
    import { takeLock } from ${JSON.stringify(join(storage, 'exclusive-lock.ts'))}
    import { whileLocked } from ${JSON.stringify(join(storage, 'while-locked.ts'))}
    process.chdir(${JSON.stringify(disk)})
    const a = { path: 'a.db', migrations: ['CREATE TABLE a (b)'] }
    const first = openDatabase(a)
    first.exec('INSERT INTO a VALUES (1)')
    first.close()
    for (const file of ['a.lock', 'b.lock']) writeFileSync(file, '')
    try { for (;;) writeFileSync('fill', Buffer.alloc(1024), { flag: 'a' }) } catch {}
    const briefly = (work) => {
      const db = openDatabase({ ...a, isBrief: true })
      try {
        return work(db)
      } catch (error) {
        throw unwritableDatabase(a.path, error)
      } finally {
        db.close()
      }
    }
    const codeOf = (work) => { try { return work() === null ? 'held' : 'done' } catch ({ code, message }) { return [code, message] } }
    console.log(JSON.stringify([
      codeOf(() => openDatabase(a)),
      briefly((db) => db.prepare('SELECT b FROM a').all()),
      codeOf(() => briefly((db) => db.exec('INSERT INTO a VALUES (2)'))),
      briefly((db) => db.prepare('SELECT b FROM a').all()),
      codeOf(() => openDatabase({ ...a, isBrief: true, migrations: [...a.migrations, 'CREATE TABLE c (d)'] })),
      codeOf(() => openDatabase({ ...a, isBrief: true, path: 'new.db' })),
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
    expect([JSON.parse(stdout || '[]'), stderr]).toEqual([
      [full, [{ b: 1 }], full, [{ b: 1 }], full, full, full, full],
      '',
    ])
  },
)
