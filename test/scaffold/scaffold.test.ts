import { createHash } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { describe, expect, it, onTestFinished } from 'vitest'

import { loadProject } from '../../src/project/app-toml.ts'
import { registrationWarnings } from '../../src/project/registration-warnings.ts'
import { registrationOf } from '../../src/project/registration.ts'
import { unpackFiles } from '../../src/scaffold/base.ts'
import { scaffold, type ScaffoldInput } from '../../src/scaffold/scaffold.ts'
import { templateNames } from '../../src/scaffold/templates.ts'
import { writeFiles } from '../../src/scaffold/write-files.ts'
import { plainApp } from '../support/dev/scaffolded.ts'

const packageRoot = fileURLToPath(new URL('../..', import.meta.url))

function folder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'svcapp-scaffold-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  return dir
}

function make(cwd: string, changes: Partial<ScaffoldInput> = {}, systemNodeTooOld = false) {
  return scaffold({ packageRoot, cwd, systemNodeTooOld }, { ...plainApp, ...changes })
}

const read = (dir: string, path: string) => readFileSync(join(dir, path), 'utf8')

describe('a new app', () => {
  it('is a separate project, in a folder with its name', () => {
    const cwd = folder()

    const { dir, files } = make(cwd)

    expect(dir).toBe(join(cwd, 'loyalty'))
    expect(loadProject({ cwd: dir }).config).toMatchObject({ key: 'app.acme.loyalty', name: 'Loyalty' })
    expect(files).toEqual(expect.arrayContaining(['package.json', '.gitignore', 'src/server.ts', 'app.toml']))
    expect(JSON.parse(read(dir, 'package.json'))).toMatchObject({ name: 'acme-loyalty', private: true })
    expect(read(dir, 'README.md')).toMatch(/^# Loyalty\n[\s\S]*`app\.acme\.loyalty`/)
  })

  it('records the options of its creation (APP-001 APP-002 INST-056)', () => {
    const { dir } = make(folder(), {
      installScope: 'store',
      countries: ['TR', 'DE'],
      scopes: ['orders.read', 'products.read'],
      optionalScopes: ['customers.read'],
      name: 'Quotes " and \\ back',
    })

    expect(registrationOf(loadProject({ cwd: dir }).config)).toMatchObject({
      name: 'Quotes " and \\ back',
      install_scope: 'store',
      countries: ['TR', 'DE'],
      requested_scopes: ['orders.read', 'products.read', 'customers.read'],
      optional_scopes: ['customers.read'],
      webhook_topics: ['order.paid', 'app.uninstalled'],
    })
  })

  it.each([[['orders.read']], [['products.read']], [[]]])(
    'causes no registration warning in its configuration with the scopes %j',
    (scopes) => {
      for (const template of templateNames) {
        const { config } = loadProject({ cwd: make(folder(), { scopes, template }).dir })

        expect(registrationWarnings({ config, adminOrigin: 'http://localhost:4801', isNew: false })).toEqual([])
      }
    },
  )

  it('imports its own files by existing paths, and no Node module', () => {
    for (const template of templateNames) {
      const { dir, files } = make(folder(), { template })
      const sources = files.filter((path) => path.startsWith('src/') && path.endsWith('.ts'))
      for (const path of sources) {
        const source = read(dir, path)
        expect([path, /from 'node:/.test(source)]).toEqual([path, false])
        for (const [, to = ''] of source.matchAll(/\bfrom '(\.[^']+\.ts)'/g)) {
          expect([path, to, existsSync(join(dir, path, '..', to))]).toEqual([path, to, true])
        }
      }
    }
  })

  it.each([
    ['nothing at all', ''],
    ['no archive', 'text'],
  ])('has no base if the file contains %s', (_, content) => {
    const file = join(folder(), 'base')
    writeFileSync(file, content)

    expect(unpackFiles(file)).toBeNull()
  })

  it.each(templateNames)('keeps secrets out of git and contains none: %s (GEN-003)', (template) => {
    const { dir, files } = make(folder(), { template })

    expect(read(dir, '.gitignore').split('\n')).toEqual(expect.arrayContaining(['data/', '.env', 'node_modules/']))
    for (const path of files.filter((file) => !file.startsWith('test/'))) {
      expect(read(dir, path)).not.toMatch(/cs_[0-9a-f]{32}|svcapp_\d+_\w+_[0-9a-f]{32}|\b[0-9a-f]{64}\b/)
    }
  })

  it('keeps the files that wrangler reads and creates out of git and out of an image (GEN-003)', () => {
    const { dir } = make(folder(), { template: 'workers' })
    const copied = read(dir, 'Dockerfile').match(/(?<=^COPY ).+(?= \S+$)/gm)

    expect(read(dir, '.gitignore').split('\n')).toEqual(expect.arrayContaining(['.wrangler/', '.dev.vars*']))
    expect(copied?.toSorted()).toEqual(['migrations', 'package.json package-lock.json', 'src', 'vendor'])
  })

  it.each(templateNames)('leaves no placeholder: %s', (template) => {
    const { dir, files } = make(folder(), { template })

    expect(files.filter((path) => /\{\{\w+\}\}/.test(read(dir, path)))).toEqual([])
  })

  it.each(templateNames)('has no ids of documents that its owner does not have: %s', (template) => {
    const { dir, files } = make(folder(), { template })
    const tests = files.filter((path) => path.startsWith('test/'))
    const ids = tests.flatMap((path) => read(dir, path).match(/\b[A-Z]{2,6}-\d{3}\b|['"`][TP]\d{1,2} /g) ?? [])

    expect([tests.length > 0, ids]).toEqual([true, []])
  })

  it('adds its own Node if the Node of the machine is too old', () => {
    const { dir, ownNode } = make(folder(), {}, true)
    const ours = JSON.parse(read(packageRoot, 'package.json'))

    expect(ownNode).toBe(true)
    expect(JSON.parse(read(dir, 'package.json'))).toMatchObject({
      devDependencies: { node: ours.devDependencies.node },
      allowScripts: { node: true },
    })
    expect(JSON.parse(read(make(folder()).dir, 'package.json')).devDependencies).not.toHaveProperty('node')
  })

  it.each(templateNames)('has the exact versions that its tests ran with: %s', (template) => {
    const ours = JSON.parse(read(packageRoot, 'package.json')).devDependencies
    const { dir } = make(folder(), { template })
    const app = JSON.parse(read(dir, 'package.json'))
    const lock = JSON.parse(read(dir, 'package-lock.json')).packages['']

    const { 'svcapp-kit': kit, ...dependencies } = app.dependencies ?? {}
    const { version: own } = JSON.parse(read(packageRoot, 'package.json'))
    if (kit !== undefined) expect(kit).toBe(`file:vendor/svcapp-kit-${own}.tgz`)
    for (const [name, version] of Object.entries({ ...dependencies, ...app.devDependencies })) {
      expect([name, version]).toEqual([name, ours[name]])
    }
    expect([lock.dependencies, lock.devDependencies]).toEqual([app.dependencies, app.devDependencies])
    expect(app.engines).toEqual(JSON.parse(read(packageRoot, 'package.json')).engines)
  })
})

describe('a new app that is built on svcapp-kit', () => {
  it('has 16 files and at most 250 lines, and the hash of the kit in the lock file', () => {
    const { dir, files } = make(folder())
    const plain = files.filter((path) => path !== 'package-lock.json' && !path.endsWith('.tgz'))
    const lines = plain.reduce((sum, path) => sum + read(dir, path).split('\n').length - 1, 0)
    const [tarball = ''] = files.filter((path) => path.endsWith('.tgz'))
    const digest = createHash('sha512')
      .update(readFileSync(join(dir, tarball)))
      .digest('base64')
    const lock = JSON.parse(read(dir, 'package-lock.json')).packages['node_modules/svcapp-kit']

    expect([files.length, lines <= 250]).toEqual([16, true])
    expect(lock).toMatchObject({ resolved: `file:${tarball}`, integrity: `sha512-${digest}` })
    expect(read(dir, '.gitignore')).toContain('!vendor/*.tgz')
    expect(readFileSync(join(dir, tarball)).length).toBeLessThan(120_000)
  })

  it('is also available as minimal', () => {
    const [node, minimal] = ['node', 'minimal'].map((template) => make(folder(), { template }))

    expect(minimal?.files).toEqual(node?.files)
    expect(JSON.parse(read(minimal?.dir ?? '', 'package.json'))).toMatchObject({ svcapp: { template: 'node' } })
  })
})

describe('the folder of a new app', () => {
  it('may exist empty, or contain a repository, which stays unchanged', () => {
    const cwd = folder()
    mkdirSync(join(cwd, '.git'))
    writeFileSync(join(cwd, '.git', 'HEAD'), 'ref')

    make(cwd, { dir: '.' })

    expect(existsSync(join(cwd, 'app.toml'))).toBe(true)
    expect(readdirSync(join(cwd, '.git'))).toEqual(['HEAD'])
  })

  it('can be inside a new repository, whose own files stay', () => {
    const cwd = folder()
    const own = { 'README.md': 'mine', LICENSE: 'MIT', '.gitignore': '*.log\nnode_modules/', '.DS_Store': 'x' }
    for (const [name, text] of Object.entries(own)) writeFileSync(join(cwd, name), text)
    for (const name of ['.idea', '.vscode', '.github']) mkdirSync(join(cwd, name))

    const made = make(cwd, { dir: '.' })

    expect([made.existing.toSorted(), made.files.includes('README.md')]).toEqual([['.gitignore', 'README.md'], false])
    expect(existsSync(join(cwd, 'app.toml'))).toBe(true)
    for (const name of ['README.md', 'LICENSE', '.DS_Store'] as const)
      expect(readFileSync(join(cwd, name), 'utf8')).toBe(own[name])
    const ignored = readFileSync(join(cwd, '.gitignore'), 'utf8').split('\n')
    expect(ignored.slice(0, 2)).toEqual(['*.log', 'node_modules/'])
    expect(ignored.filter((line) => line === 'node_modules/')).toHaveLength(1)
    expect(ignored).toContain('.env')
  })

  it.each([
    '.nvmrc',
    '.node-version',
    '.tool-versions',
    '.gitlab-ci.yml',
    'CODEOWNERS',
    '.gitmodules',
    '.prettierrc',
    '.prettierrc.json',
    '.env.example',
  ])('can contain %s, which stays', (name) => {
    const cwd = folder()
    writeFileSync(join(cwd, name), 'mine')

    make(cwd, { dir: '.' })

    expect(existsSync(join(cwd, 'app.toml'))).toBe(true)
    expect(readFileSync(join(cwd, name), 'utf8')).toBe('mine')
  })

  it('with files in it is rejected, lists them, and stays unchanged', () => {
    const cwd = folder()
    mkdirSync(join(cwd, 'loyalty'))
    writeFileSync(join(cwd, 'loyalty', 'mine.txt'), 'mine')

    expect(() => make(cwd)).toThrow(
      expect.objectContaining({ code: 'scaffold.folder-not-empty', message: expect.stringContaining('mine.txt') }),
    )
    expect(readdirSync(join(cwd, 'loyalty'))).toEqual(['mine.txt'])
  })

  it('that is a link is rejected, and nothing is written through it (T20)', () => {
    const cwd = folder()
    const victim = folder()
    symlinkSync(victim, join(cwd, 'loyalty'))

    expect(() => make(cwd)).toThrow(expect.objectContaining({ code: 'storage.symlink' }))
    expect(() => make(cwd, { dir: 'loyalty/deep/app' })).toThrow(expect.objectContaining({ code: 'storage.symlink' }))
    expect(readdirSync(victim)).toEqual([])
  })

  it.each([['x'.repeat(300)], ['file/app']])(
    'that cannot be created is a usage error, and nothing is written: %s (T27)',
    (name) => {
      const cwd = folder()
      writeFileSync(join(cwd, 'file'), 'mine')

      expect(() => make(cwd, { dir: name })).toThrow(
        expect.objectContaining({ code: 'scaffold.failed', suggestions: [expect.stringContaining('--dir')] }),
      )
      expect(readdirSync(cwd)).toEqual(['file'])
    },
  )

  it('is removed if writing fails midway', () => {
    const cwd = folder()
    const dir = join(cwd, 'deep', 'app')
    const files = [
      { path: 'src/a.ts', content: 'a' },
      { path: 'src/a.ts/b.ts', content: 'b' },
    ]

    expect(() => writeFiles(dir, files)).toThrow(expect.objectContaining({ code: 'scaffold.failed' }))
    expect(readdirSync(cwd)).toEqual([])
  })

  it('keeps files of other programs if writing fails', () => {
    const dir = folder()
    mkdirSync(join(dir, '.git'))

    expect(() =>
      writeFiles(dir, [
        { path: 'a', content: '' },
        { path: 'a', content: '' },
      ]),
    ).toThrow()
    expect(readdirSync(dir)).toEqual(['.git'])
  })

  it('gets only plain files, because the templates have no links (T28)', () => {
    const entries = readdirSync(join(packageRoot, 'templates'), { recursive: true, withFileTypes: true })

    expect(entries.length).toBeGreaterThan(40)
    expect(entries.filter((entry) => !entry.isFile() && !entry.isDirectory())).toEqual([])
  })

  it('is never left by a template path (T27)', () => {
    const cwd = folder()

    expect(() => writeFiles(join(cwd, 'app'), [{ path: '../out.txt', content: '' }])).toThrow()
    expect(readdirSync(cwd)).toEqual([])
  })

  it.runIf(process.platform === 'linux')(
    'below /proc, where no folder can be created, is an error with the reason',
    () => {
      expect(() => make('/proc')).toThrow(
        expect.objectContaining({
          code: 'scaffold.failed',
          message: expect.stringContaining('ENOENT'),
          suggestions: ['Choose another folder with --dir.'],
        }),
      )
    },
  )

  it.runIf(process.getuid?.() !== 0)('that is not writable is an error and exits with 3', () => {
    const cwd = folder()
    chmodSync(cwd, 0o500)

    expect(() => make(cwd)).toThrow(
      expect.objectContaining({
        code: 'scaffold.failed',
        message: expect.stringContaining('EACCES'),
        suggestions: ['Choose another folder with --dir.'],
      }),
    )
    expect(statSync(cwd).isDirectory()).toBe(true)
  })
})

describe('the key of a new app', () => {
  it.each([
    'acme.sync',
    'app.acme',
    'app..x',
    'app.acme.x y',
    'app.acme.$(touch pwn)',
    'app.acme.`id`',
    'app.acme.x;touch pwn',
    'app.acme.x&calc',
    'app.acme.%COMSPEC%',
    'app.acme.x|y',
    'app.acme.../../x',
    'app.../../etc',
    '/app.acme.x',
    'C:\\app.acme.x',
    '../app.acme.x',
    'app.acme.con',
    'app.nul.x',
    'app.acme.com1',
    'app.acme.Loyalty',
    'app.acme.ünï',
    'app.acme.x\n',
    'app.acme.x\0',
    'app.acme.-x',
    `app.acme.${'x'.repeat(300)}`,
    '',
  ])('%j is rejected, and nothing is written (T27 APP-005 APP-006)', (key) => {
    const cwd = folder()

    expect(() => make(cwd, { key })).toThrow(
      expect.objectContaining({ code: 'scaffold.key-invalid', oclif: { exit: 2 } }),
    )
    expect(readdirSync(cwd)).toEqual([])
  })
})

describe('a template value of a new app', () => {
  it.each([
    ['a scope that is none', { scopes: ['orders.reed'] }, 'usage.invalid'],
    ['a country that is none', { countries: ['Turkey'] }, 'usage.invalid'],
    ['an empty name', { name: '  ' }, 'usage.invalid'],
    ['a name with control characters', { name: 'a\u001b[31m' }, 'usage.invalid'],
    ['a template that is none', { template: 'python' }, 'usage.invalid'],
    ['a template by its path', { template: '../src' }, 'usage.invalid'],
    ['a template that is a part of the package', { template: '_shared' }, 'usage.invalid'],
    ['a template by a name of all objects', { template: 'toString' }, 'usage.invalid'],
    ['a folder with a NUL', { dir: 'a\0b' }, 'usage.invalid'],
  ])('is rejected before anything is written: %s', (_what, changes, code) => {
    const cwd = folder()

    expect(() => make(cwd, changes)).toThrow(expect.objectContaining({ code }))
    expect(readdirSync(cwd)).toEqual([])
  })
})
