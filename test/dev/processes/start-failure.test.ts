import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, it, onTestFinished } from 'vitest'

import { explainFailure } from '../../../src/dev/processes/start-failure.ts'

function makeFolder(files: Readonly<Record<string, string>>): string {
  const dir = mkdtempSync(join(tmpdir(), 'svcapp-failure-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  mkdirSync(join(dir, 'src'))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(dir, name), text)
  return dir
}

/** What Node itself prints for these sources. */
function explain(files: Readonly<Record<string, string>>, entry = 'src/server.ts') {
  const dir = makeFolder(files)
  const { stderr } = spawnSync(process.execPath, [entry], { cwd: dir, encoding: 'utf8' })
  return explainFailure({ command: ['node', entry], dir, lines: stderr.split('\n') })
}

const packageJson = JSON.stringify({ type: 'module', dependencies: { hono: '1.0.0' }, scripts: {} })

it.each<[string, Record<string, string>, object]>([
  [
    'a syntax error in TypeScript',
    { 'package.json': packageJson, 'src/server.ts': 'const a: number = 1\nconst b = = 2\n' },
    { location: 'src/server.ts:2', message: 'SyntaxError: Expression expected', advice: null },
  ],
  [
    'a syntax error in a file that is imported',
    { 'package.json': packageJson, 'src/server.ts': 'import "./other.ts"', 'src/other.ts': '\n\nlet 1a' },
    { location: 'src/other.ts:3', message: expect.stringContaining('SyntaxError: ') as string, advice: null },
  ],
  [
    'a package of package.json that is not there',
    { 'package.json': packageJson, 'src/server.ts': 'import "hono"' },
    { location: 'src/server.ts', message: "Error: Cannot find package 'hono'", advice: 'npm install' },
  ],
  [
    'a package that package.json does not name, by a deep path',
    { 'package.json': packageJson, 'src/server.ts': 'import "@scope/name/deep"' },
    {
      location: 'src/server.ts',
      message: "Error: Cannot find package '@scope/name'",
      advice: 'npm install @scope/name',
    },
  ],
  [
    'a package that is not installed in a project of pnpm',
    { 'package.json': packageJson, 'pnpm-lock.yaml': '', 'src/server.ts': 'import "hono"' },
    { advice: 'pnpm install' },
  ],
  [
    'a package that package.json of a project of Bun does not name',
    { 'package.json': packageJson, 'bun.lock': '', 'src/server.ts': 'import "@scope/name"' },
    { advice: 'bun add @scope/name' },
  ],
  [
    'a file of the project that is not there',
    { 'package.json': packageJson, 'src/server.ts': 'import "./gone.ts"' },
    {
      location: 'src/server.ts',
      message: expect.stringMatching(/Cannot find module '.*gone\.ts'$/) as string,
      advice: null,
    },
  ],
  [
    'an error that is thrown',
    { 'package.json': packageJson, 'src/server.ts': '\nthrow new TypeError("no database: set DATABASE_URL")' },
    { location: 'src/server.ts:2', message: 'TypeError: no database: set DATABASE_URL', advice: null },
  ],
  [
    'one sentence without a stack',
    { 'package.json': packageJson, 'src/server.ts': 'console.error("DATABASE_URL is missing."); process.exit(1)' },
    { location: null, message: 'DATABASE_URL is missing.', advice: null },
  ],
])('%s is reported with its place', (_, files, expected) => {
  expect(explain(files)).toMatchObject(expected)
})

it.each([
  ['package-lock.json', 'sh: 1: vite: not found', 'npm install'],
  [
    'pnpm-lock.yaml',
    ' WARN   Local package.json exists, but node_modules missing, did you mean to install?',
    'pnpm install',
  ],
  ['yarn.lock', '/bin/sh: vite: command not found', 'yarn install'],
  ['bun.lock', 'bash: line 1: vite: command not found', 'bun install'],
])('without node_modules, suggests the package manager for %s: %s', (lock, line, advice) => {
  const dir = makeFolder({ 'package.json': packageJson, [lock]: '' })
  const failure = () => explainFailure({ command: ['npm', 'start'], dir, lines: [line] })

  expect(failure()).toMatchObject({ advice })

  mkdirSync(join(dir, 'node_modules'))
  expect(failure()).toMatchObject({ advice: null })
})

it('reports a missing CommonJS module', () => {
  expect(explain({ 'src/server.cjs': 'require("left-pad")' }, 'src/server.cjs')).toEqual({
    location: 'src/server.cjs',
    message: "Error: Cannot find module 'left-pad'",
    advice: 'npm install left-pad',
  })
})

it("Python's traceback is parsed", () => {
  const dir = makeFolder({})
  const lines = [
    'Traceback (most recent call last):',
    `  File "${dir}/app.py", line 3, in <module>`,
    '    import flask',
    "ModuleNotFoundError: No module named 'flask'",
  ]

  expect(explainFailure({ command: ['python', 'app.py'], dir, lines })).toEqual({
    location: 'app.py:3',
    message: "ModuleNotFoundError: No module named 'flask'",
    advice: null,
  })
})

it.each([
  ['{"scripts": {}}', 'package.json has no script "start".'],
  ['\ufeff{"scripts": {"dev": "node ."}}', 'package.json has no script "start".'],
  ['\ufeff{"scripts": {"start": "node ."}}', null],
  [null, 'npm found no readable package.json.'],
  ['{"scripts": {"start": "node ."}}', null],
])('if npm prints nothing, the reason is read from package.json %j', (text, message) => {
  const dir = makeFolder(text === null ? {} : { 'package.json': text })

  expect(explainFailure({ command: ['npm', 'start'], dir, lines: [] })).toEqual({
    location: null,
    message,
    advice: null,
  })
})
