import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, it, onTestFinished } from 'vitest'

import { loadProject } from '../../src/project/app-toml.ts'
import { scaffold } from '../../src/scaffold/scaffold.ts'
import { plainApp } from '../support/dev/scaffolded.ts'

const packageRoot = join(import.meta.dirname, '../..')

function make(agent: string, above: Readonly<Record<string, string>> = {}) {
  const cwd = mkdtempSync(join(tmpdir(), 'svcapp-managers-'))
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }))
  mkdirSync(join(cwd, '.git'))
  for (const [path, content] of Object.entries(above)) writeFileSync(join(cwd, path), content)
  const tools = { packageRoot, cwd, env: { npm_config_user_agent: agent }, systemNodeTooOld: false }
  const { dir, files } = scaffold(tools, { ...plainApp, extras: ['ci', 'compose', 'devcontainer'] })
  const read = (path: string) => readFileSync(join(dir, path), 'utf8')
  return { dir, files, read }
}

it.each([
  ['pnpm/12.21.0 npm/?', 'pnpm@12.21.0', 'pnpm-lock.yaml', 'pnpm install --frozen-lockfile'],
  ['yarn/1.22.22 npm/?', 'yarn@1.22.22', 'yarn.lock', 'yarn install --frozen-lockfile'],
  ['yarn/4.18.1 npm/?', 'yarn@4.18.1', 'yarn.lock .yarnrc.yml', 'yarn install --immutable'],
  ['bun/1.4.5 npm/?', 'bun@1.4.5', 'bun.lock', 'bun install --frozen-lockfile'],
])('writes all files for the package manager that started it: %s', (agent, manager, lock, frozen) => {
  const { files, read } = make(agent)
  const fetched = `npm install --global --force ${manager.replace('yarn@4', '@yarnpkg/cli-dist@4')}`
  const name = manager.replace(/@.*/, '')

  expect(JSON.parse(read('package.json')).packageManager).toBe(name === 'yarn' ? manager : undefined)
  expect(read('Dockerfile')).toContain(`COPY package.json ${lock} ./\n`)
  for (const path of ['Dockerfile', '.github/workflows/ci.yml', '.gitlab-ci.yml', '.devcontainer/devcontainer.json'])
    expect(read(path)).toContain(`${fetched} && ${frozen}`)
  expect(read('README.md')).toContain(`${name} run test `)
  expect(read('AGENTS.md')).toContain(`${name} run types `)
  for (const path of files.filter((file) => !/^(?:test|src|vendor)\//.test(file)))
    expect(read(path).replaceAll('npm install --global', '')).not.toMatch(
      /\bnpm (?:ci|test|run|start|install)|package-lock/,
    )
})

it('uses node_modules with Yarn 2 and later, because TypeScript and editors find no packages elsewhere', () => {
  const { read } = make('yarn/4.18.1 npm/?')

  expect(read('.yarnrc.yml')).toBe('nodeLinker: node-modules\n')
  expect(read('.gitignore').split('\n')).toEqual(expect.arrayContaining(['.pnp.*', '.yarn/install-state.gz']))
})

it.each([
  ['a lock file above', { 'yarn.lock': '__metadata:\n  version: 8\n' }, 'yarn install --immutable'],
  ['the packageManager above', { 'package.json': '{"packageManager":"pnpm@9.1.0+sha512.00"}' }, 'pnpm@9.1.0 && pnpm'],
])('prefers %s to the package manager that started it', (_what, above, command) => {
  const { files, read } = make('bun/1.4.5', above)

  expect(read('Dockerfile')).toContain(command)
  expect(files).not.toContain('package-lock.json')
})

it('starts with Yarn if only Yarn finds the packages of the workspace', () => {
  const root = { 'package.json': '{"workspaces":["*"],"packageManager":"yarn@4.18.1"}' }
  const pnp = make('', root)
  const linked = make('', { ...root, '.yarnrc.yml': 'nodeLinker: node-modules\n' })

  expect(loadProject({ cwd: pnp.dir }).config.dev.command).toEqual(['yarn', 'run', 'start'])
  expect(loadProject({ cwd: linked.dir }).config.dev.command[0]).toBe('node')
  expect(pnp.files).not.toContain('.yarnrc.yml')
  expect(JSON.parse(pnp.read('package.json'))).not.toHaveProperty('packageManager')
})

it('leaves all files unchanged for npm', () => {
  const { files, read } = make('npm/11.0.0')

  expect(files).toContain('package-lock.json')
  expect(read('Dockerfile')).toContain('RUN npm ci --omit=dev\n')
  expect(JSON.parse(read('package.json'))).not.toHaveProperty('packageManager')
})
