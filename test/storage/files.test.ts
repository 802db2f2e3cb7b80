import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, it, onTestFinished } from 'vitest'

import { ensureFolder } from '../../src/storage/files.ts'

it.runIf(process.platform === 'linux')('a folder that can never be created is an immediate error', () => {
  // Node's own recursive mkdir tries for ever here.
  expect(() => ensureFolder('/proc/nowhere/state/dev')).toThrow('cannot be written: its folder does not exist')
})

it('missing parents are created for this user only, and a parent that is not a folder is an error (T17)', () => {
  const place = mkdtempSync(join(tmpdir(), 'svcapp-files-'))
  onTestFinished(() => rmSync(place, { recursive: true }))
  writeFileSync(join(place, 'file'), '')
  const umask = process.umask(0)
  onTestFinished(() => void process.umask(umask))

  ensureFolder(join(place, 'a', 'b', 'c'))
  ensureFolder(join(place, 'a', 'b', 'c'))

  expect([join(place, 'a'), join(place, 'a/b/c')].map((path) => statSync(path).mode & 0o777)).toEqual([0o700, 0o700])
  expect(() => ensureFolder(join(place, 'file'))).toThrow('cannot be written: part of its path is a file, not a folder')
  expect(() => ensureFolder(join(place, 'file', 'below'))).toThrow(
    'cannot be written: part of its path is a file, not a folder',
  )
  expect(existsSync(join(place, 'file'))).toBe(true)
})

it.skipIf(process.platform === 'win32')('a failed write leaves neither an open file nor a partial one', () => {
  const place = mkdtempSync(join(tmpdir(), 'svcapp-files-'))
  onTestFinished(() => rmSync(place, { recursive: true }))
  const source = JSON.stringify(join(import.meta.dirname, '../../src/storage/files.ts'))
  const script = `
    import { closeSync, openSync, readdirSync } from 'node:fs'
    import { writeFileAtomic } from ${source}
    const next = () => { const file = openSync('.'); closeSync(file); return file }
    const fail = () => { try { writeFileAtomic({ path: 'note', content: 'x'.repeat(100_000) }) } catch ({ code }) { return code } }
    const before = next()
    const codes = [fail(), fail(), fail()]
    console.log(JSON.stringify({ codes, leaked: next() - before, left: readdirSync('.') }))`

  // No file may grow beyond a few kilobytes there.
  const { stdout, stderr } = spawnSync(
    'sh',
    ['-c', 'ulimit -f 8 && exec "$@"', 'sh', process.execPath, '--input-type=module', '-e', script],
    { encoding: 'utf8', cwd: place, env: { ...process.env, NODE_COMPILE_CACHE: '' } },
  )

  expect([JSON.parse(stdout || 'null'), stderr]).toEqual([
    { codes: ['EFBIG', 'EFBIG', 'EFBIG'], leaked: 0, left: [] },
    '',
  ])
})
