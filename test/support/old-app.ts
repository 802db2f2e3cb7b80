import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'

import { onTestFinished } from 'vitest'

import { appTomlText } from '../../src/scaffold/app-toml-text.ts'
import { BASE_FILE } from '../../src/scaffold/base.ts'
import { filledFiles } from '../../src/scaffold/filled-files.ts'
import { scaffold } from '../../src/scaffold/scaffold.ts'
import { readFolder, templateFiles, type TemplateFile } from '../../src/scaffold/template-files.ts'
import { templateMarkPath } from '../../src/scaffold/template-mark.ts'
import { makeContext } from './context.ts'
import { plainApp } from './dev/scaffolded.ts'

/** `git archive` of templates/node, src/protocol and the schema at 77c06dc: the template before apps had markers. */
const archive = join(import.meta.dirname, '../scaffold/upgrade/node-before-marks.tar.gz')

const packageRoot = join(import.meta.dirname, '../..')

const git = (dir: string, ...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=Owner', '-c', 'user.email=owner@localhost', ...args], {
    cwd: dir,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  })

/** Creates an app of the template node as `app init` does now. */
export function newApp(): string {
  const { cwd } = makeContext()
  return scaffold({ packageRoot, cwd, systemNodeTooOld: false }, plainApp).dir
}

/** Creates an app from before the kit with today's files, except those with given content or null, which it lacks. */
export function appBehind(then: Readonly<Record<string, string | null>>): string {
  const dir = newApp()
  rmSync(join(dir, 'vendor'), { recursive: true })
  const kept = templateFiles({ packageRoot, template: 'node' }).filter(({ path }) => then[path] === undefined)
  const other = Object.entries(then).flatMap(([path, content]) => (content === null ? [] : [{ path, content }]))
  const base = [...kept, ...other].map(({ path, content }) =>
    path === 'package.json'
      ? { path, content: content.replace(/,\s*"svcapp": \{[\s\S]*(?=\}\s*$)/, '') }
      : { path, content },
  )
  for (const { path, content } of filledFiles(base, plainApp)) add(dir, path, content)
  for (const [path, content] of Object.entries(then)) if (content === null) rmSync(join(dir, path))
  writeRecord(dir, base)
  commitAll(dir)
  return dir
}

/** Writes the record that `app init` wrote into apps before the kit. */
function writeRecord(dir: string, files: readonly TemplateFile[]): void {
  const { key, name, installScope, countries, scopes, optionalScopes } = plainApp
  const chosen = { key, name, installScope, countries, scopes, optionalScopes, topics: [] }
  const text = JSON.stringify(Object.fromEntries(files.map(({ path, content }) => [path, content])))
  add(dir, BASE_FILE, '')
  writeFileSync(join(dir, BASE_FILE), brotliCompressSync(text))
  add(dir, templateMarkPath, JSON.stringify({ template: 'node', version: '0.0.1', chosen, ownNode: false }, null, 2))
}

/** Commits a whole folder, in a new repository if necessary. */
export function commitAll(dir: string): void {
  git(dir, 'init', '--quiet')
  git(dir, 'add', '--all')
  git(dir, 'commit', '--quiet', '--allow-empty', '--message', 'all')
}

/** Returns git's uncommitted changes: two letters and the path. */
export function uncommitted(dir: string): string[] {
  return git(dir, 'status', '--porcelain', '--untracked-files=all')
    .split('\n')
    .filter((line) => line !== '')
}

/** Creates and commits an app of an older template, with the base and the marker that `app init` writes. */
export function oldApp(): string {
  const root = mkdtempSync(join(tmpdir(), 'svcapp-old-app-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  execFileSync('tar', ['xzf', archive, '-C', root])
  const dir = join(root, 'templates', 'node')
  renameSync(join(dir, 'gitignore'), join(dir, '.gitignore'))
  renameSync(join(root, 'src', 'protocol'), join(dir, 'src', 'protocol'))
  renameSync(join(root, 'schema', 'app.schema.json'), join(dir, 'app.schema.json'))
  for (const name of ['package.json', 'README.md']) {
    edit(dir, name, (text) =>
      text
        .replaceAll('{{packageName}}', 'acme-loyalty')
        .replaceAll('{{name}}', 'Loyalty')
        .replaceAll('{{key}}', 'app.acme.loyalty'),
    )
  }
  const chosen = {
    key: 'app.acme.loyalty',
    name: 'Loyalty',
    installScope: 'region',
    countries: [],
    scopes: ['orders.read'],
    optionalScopes: [],
    topics: ['order.created', 'order.paid', 'app.uninstalled'],
  } as const
  const text = appTomlText(chosen, { schema: './app.schema.json', command: ['npm', 'start'] })
  // The template had one slot then.
  writeFileSync(join(dir, 'app.toml'), text.replace(/\[\[manifest\.slots\]\]\ntype = "order-detail"[^[]*/, ''))
  writeRecord(
    dir,
    readFolder(dir, '').filter(({ path }) => path !== 'app.toml'),
  )
  commitAll(dir)
  return dir
}

/** Changes a file like its owner. Fails if nothing changes. */
export function edit(dir: string, path: string, change: (text: string) => string): void {
  const file = join(dir, path)
  const before = readFileSync(file, 'utf8')
  const after = change(before)
  if (after === before) throw new Error(`${path} is as it was.`)
  writeFileSync(file, after)
}

/** Writes a new file and its parent folders. */
export function add(dir: string, path: string, content: string): void {
  mkdirSync(join(dir, path, '..'), { recursive: true })
  writeFileSync(join(dir, path), content)
}

/** Returns every file of an app by path, except git's own and the packages. */
export function filesOf(dir: string): Map<string, string> {
  const entries = readdirSync(dir, { recursive: true, withFileTypes: true })
  return new Map(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(dir.length + 1))
      .filter((path) => !/^(\.git|node_modules)\//.test(path))
      .toSorted()
      .map((path) => [path, readFileSync(join(dir, path), 'utf8')]),
  )
}
