import { chownSync, lchownSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, it, onTestFinished } from 'vitest'

import { loadProject, projectIfAny } from '../../src/project/app-toml.ts'
import { canBeSomebodyElse } from '../support/processes/squatter.ts'
import { plainAppToml } from '../support/project.ts'

const OTHER = 65_534

function makeFolders() {
  const shared = mkdtempSync(join(tmpdir(), 'svcapp-shared-'))
  onTestFinished(() => rmSync(shared, { recursive: true, force: true }))
  const file = join(shared, 'app.toml')
  writeFileSync(file, plainAppToml)
  const own = join(shared, 'own')
  mkdirSync(own)
  return { shared, file, own }
}

it.skipIf(!canBeSomebodyElse)('ignores an app.toml of another user in a parent folder, and reports it', () => {
  const { shared, file, own } = makeFolders()
  expect(loadProject({ cwd: own }).file).toBe(file)

  chownSync(file, OTHER, OTHER)

  expect(projectIfAny({ cwd: own })).toBeNull()
  expect(() => loadProject({ cwd: own })).toThrow(`${file} belongs to another user, so it was not used.`)
  // In its own folder it is the one that you chose.
  expect(loadProject({ cwd: shared }).file).toBe(file)
})

it.skipIf(!canBeSomebodyElse)('ignores a link of another user to a file of this user', () => {
  const { shared, file, own } = makeFolders()
  rmSync(file)
  const mine = join(own, 'mine.toml')
  writeFileSync(mine, plainAppToml)
  symlinkSync(mine, file)
  lchownSync(file, OTHER, OTHER)

  expect(projectIfAny({ cwd: own })).toBeNull()
  expect(loadProject({ cwd: shared }).file).toBe(file)
})

it.skipIf(!canBeSomebodyElse)('accepts an app.toml above a folder of the same owner, as in a container', () => {
  const { file, own } = makeFolders()
  for (const path of [file, own]) chownSync(path, OTHER, OTHER)

  expect(loadProject({ cwd: own }).file).toBe(file)
})
