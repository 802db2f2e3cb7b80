import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import { expect, it, onTestFinished } from 'vitest'

import type { RunFile } from '../../src/control/contract.ts'
import { abandonedRunFile, readRunFile, removeRunFile, writeRunFile } from '../../src/control/run-file.ts'
import { lockFolder } from '../../src/emulator/files/folder-lock.ts'

function place() {
  const dir = mkdtempSync(join(tmpdir(), 'svcapp-run-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  return { runFile: join(dir, 'run.json') }
}

const content = (pid = process.pid): RunFile => ({
  id: 'abc',
  pid,
  urls: {
    api: 'http://127.0.0.1:1',
    admin: 'http://localhost:2',
    portal: 'http://127.0.0.1:3',
    storefront: 'http://127.0.0.1:4',
  },
  controlToken: 'token',
  startedAt: '2026-11-21T12:00:00.000Z',
})

it('reads the written file, which only this user can access (T17)', () => {
  const paths = place()

  writeRunFile(paths, content())

  expect(readRunFile(paths)).toEqual(content())
  expect(statSync(paths.runFile).mode & 0o777).toBe(0o600)
})

it('finds no emulator in the file of an exited process (P14)', async () => {
  const paths = place()
  const child = spawn(process.execPath, ['-e', ''])
  await once(child, 'exit')

  writeRunFile(paths, content(child.pid))

  expect(readRunFile(paths)).toBeNull()
})

it('finds no emulator in the file of a killed one, even if another process reuses its pid (P14)', () => {
  const paths = place()
  const release = lockFolder(dirname(paths.runFile), () => null)
  writeRunFile(paths, content())

  const whileItRuns = [readRunFile(paths), abandonedRunFile(paths)]
  release()
  const afterwards = [readRunFile(paths), abandonedRunFile(paths)]

  expect(whileItRuns).toEqual([content(), null])
  expect(afterwards).toEqual([null, { pid: process.pid }])
})

it('finds none without a file', () => {
  expect(readRunFile(place())).toBeNull()
})

it.each([
  '',
  '{',
  'null',
  '[]',
  '{"pid":1}',
  JSON.stringify({ ...content(), pid: 'x' }),
  JSON.stringify({ ...content(), urls: null }),
])('finds none in %j (P13)', (text) => {
  const paths = place()
  writeFileSync(paths.runFile, text)

  expect(readRunFile(paths)).toBeNull()
})

it('finds none for a pid that selects a whole process group (P13)', () => {
  const paths = place()

  for (const pid of [0, -1]) {
    writeRunFile(paths, content(pid))
    expect(readRunFile(paths)).toBeNull()
  }
})

it('removes its own file and no other', () => {
  const paths = place()
  writeRunFile(paths, content())

  removeRunFile(paths, process.pid + 1)
  expect(existsSync(paths.runFile)).toBe(true)
  removeRunFile(paths, process.pid)
  expect(existsSync(paths.runFile)).toBe(false)
})

it('does not write through a link (T20)', () => {
  const paths = place()
  const victim = join(place().runFile)
  writeFileSync(victim, 'precious')
  symlinkSync(victim, paths.runFile)

  expect(() => writeRunFile(paths, content())).toThrow(/symbolic link/)
})

it('reports why the file cannot be read', () => {
  const paths = place()
  mkdirSync(paths.runFile)

  expect(() => readRunFile(paths)).toThrow(/EISDIR/)
})
