import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'

import { expect, it, onTestFinished } from 'vitest'

import { copyProject } from '../../../src/check/harness/app-state/workspace.ts'

it('a write to the copy does not change the files, package caches and links of the project', async () => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'svcapp-test-')))
  onTestFinished(() => rmSync(root, { recursive: true }))
  const [dir, copy] = [join(root, 'project'), join(root, 'copy')]
  mkdirSync(join(dir, 'node_modules/@scope/two'), { recursive: true })
  mkdirSync(join(dir, 'node_modules/one'))
  mkdirSync(join(dir, 'data'))
  mkdirSync(join(root, 'outside'))
  writeFileSync(join(dir, 'node_modules/one/index.js'), '1')
  writeFileSync(join(dir, 'app.toml'), 'key')
  writeFileSync(join(dir, 'data/app.db'), 'SQLite format 3\0of this machine')
  symlinkSync(join(dir, 'data'), join(dir, 'absolute'))
  symlinkSync('../outside', join(dir, 'beside'))

  await copyProject(dir, copy)

  mkdirSync(join(copy, 'node_modules/.cache'))
  writeFileSync(join(copy, 'absolute/new.txt'), 'new')
  expect(readFileSync(join(copy, 'node_modules/one/index.js'), 'utf8')).toBe('1')
  expect(lstatSync(join(copy, 'node_modules/@scope/two')).isSymbolicLink()).toBe(true)
  expect(realpathSync(join(copy, 'beside'))).toBe(join(root, 'outside'))
  expect(existsSync(join(copy, 'data/app.db'))).toBe(false)
  expect(readFileSync(join(copy, 'data/new.txt'), 'utf8')).toBe('new')
  expect([existsSync(join(dir, 'data/new.txt')), existsSync(join(dir, 'node_modules/.cache'))]).toEqual([false, false])
})

it('contains package files itself if a bundler reads no others, and caches next to them belong to the copy alone', async () => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'svcapp-test-')))
  onTestFinished(() => rmSync(root, { recursive: true }))
  const [dir, copy] = [join(root, 'project'), join(root, 'copy')]
  for (const folder of ['.pnpm/next@16/node_modules/next', '@scope/two', '.cache'])
    mkdirSync(join(dir, 'node_modules', folder), { recursive: true })
  writeFileSync(join(dir, 'node_modules/.pnpm/next@16/node_modules/next/index.js'), 'next')
  symlinkSync('.pnpm/next@16/node_modules/next', join(dir, 'node_modules/next'))
  writeFileSync(join(dir, 'node_modules/@scope/two/index.js'), '2')
  writeFileSync(join(dir, 'node_modules/.cache/one'), 'ours')

  await copyProject(dir, copy)

  writeFileSync(join(copy, 'node_modules/.cache/one'), 'of the copy')
  expect(realpathSync(join(copy, 'node_modules/next/index.js')).startsWith(copy)).toBe(true)
  expect(realpathSync(join(copy, 'node_modules/@scope/two/index.js')).startsWith(copy)).toBe(true)
  expect(readFileSync(join(copy, 'node_modules/next/index.js'), 'utf8')).toBe('next')
  expect(readFileSync(join(dir, 'node_modules/.cache/one'), 'utf8')).toBe('ours')
})

it('leaves out files that another program deletes during the copy', async () => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'svcapp-test-')))
  onTestFinished(() => rmSync(root, { recursive: true }))
  const [dir, copy] = [join(root, 'project'), join(root, 'copy')]
  const caches = ['cache', 'node_modules/.cache'].map((name) => join(dir, name))
  for (const cache of caches) {
    mkdirSync(cache, { recursive: true })
    for (let at = 0; at < 400; at += 1) writeFileSync(join(cache, String(at)), 'x')
  }
  writeFileSync(join(dir, 'app.toml'), 'key')

  const copied = copyProject(dir, copy)
  while (!existsSync(join(copy, 'cache')) || readdirSync(join(copy, 'cache')).length === 0) await nextTurn()
  for (const cache of caches) rmSync(cache, { recursive: true })
  await copied

  expect(readFileSync(join(copy, 'app.toml'), 'utf8')).toBe('key')
})
