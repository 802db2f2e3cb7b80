import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'

import { afterEach, expect, it } from 'vitest'

import { mirrorSurroundings } from '../../../../src/check/harness/app-state/surroundings.ts'
import { copyProject } from '../../../../src/check/harness/app-state/workspace.ts'

const folders: string[] = []

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

function newFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'svcapp-test-surroundings-')))
  folders.push(folder)
  return folder
}

it('finds packages and files in the parent folders of a project from its copy', async () => {
  const [root, to] = [newFolder(), join(newFolder(), 'app')]
  const project = join(root, 'apps', 'loyalty')
  mkdirSync(join(root, 'node_modules', 'shared-package'), { recursive: true })
  mkdirSync(project, { recursive: true })
  writeFileSync(join(root, 'node_modules', 'shared-package', 'index.js'), "module.exports = 'found'")
  writeFileSync(join(root, 'package.json'), '{ "workspaces": ["apps/*"] }')
  writeFileSync(join(root, 'apps', 'base.json'), '{}')
  writeFileSync(join(project, 'state.txt'), 'as it was')

  const copy = await mirrorSurroundings(project, to)
  await copyProject(project, copy)

  expect(createRequire(join(copy, 'start.js'))('shared-package')).toBe('found')
  expect(readFileSync(join(copy, '..', 'base.json'), 'utf8')).toBe('{}')
  expect(relative(to, copy)).toBe(join('apps', 'loyalty'))
  writeFileSync(join(copy, 'state.txt'), 'changed')
  expect(readFileSync(join(project, 'state.txt'), 'utf8')).toBe('as it was')
})

it('copies a project without surroundings to the requested path', async () => {
  const [root, to] = [newFolder(), join(newFolder(), 'app')]
  const project = join(root, 'loyalty')
  mkdirSync(project)
  writeFileSync(join(project, 'package.json'), '{}')

  await expect(mirrorSurroundings(project, to)).resolves.toBe(to)
})
