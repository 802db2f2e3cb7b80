import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, it } from 'vitest'

import Init from '../../../src/commands/init.ts'
import { isTrusted } from '../../../src/dev/trust.ts'
import { loadProject } from '../../../src/project/app-toml.ts'
import { runCommand } from '../../support/command/command.ts'
import { makeContext } from '../../support/context.ts'

const appToml = `# ours
key = "app.template.key"
name = "Template" # shown
redirect_uris = ["http://127.0.0.1:3000/auth/callback"]
[scopes]
required = ["orders.read"]
[webhooks]
topics = ["order.paid"]
[dev]
command = ["sh", "-c", "touch ran"]
`

const bytes = Uint8Array.from([0x89, 0x50, 0xff, 0x00, 0x7b, 0x7b])

/** A context whose folder has a template in `own`. */
function makeTemplate(given = appToml) {
  const context = makeContext({ env: { PATH: process.env['PATH'], HOME: '/nowhere' } })
  const dir = join(context.cwd, 'own')
  mkdirSync(join(dir, 'node_modules', 'x'), { recursive: true })
  const files = {
    'app.toml': given,
    'README.md': '# {{name}}: {{key}}',
    'package.json': '{"name":"{{packageName}}","scripts":{"postinstall":"touch ran"}}',
    'src.js': '// {{name}}',
    '.env': 'SECRET=1',
    'node_modules/x/y.js': '',
  }
  for (const [path, content] of Object.entries(files)) writeFileSync(join(dir, path), content)
  writeFileSync(join(dir, 'icon.png'), bytes)
  symlinkSync('/etc/passwd', join(dir, 'link'))
  return { context, dir }
}

/** What is in the folder, but the state of the tool. */
function madeIn(cwd: string): string[] {
  return readdirSync(cwd)
    .filter((name) => name !== 'state')
    .toSorted()
}

function git(cwd: string, ...args: string[]): string {
  const env = { PATH: process.env['PATH'], GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' }
  return execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=a@example.com', ...args], {
    cwd,
    env,
  }).toString()
}

const argv = ['app.acme.shop', '--name', 'Shop', '--yes', '--template']

it('creates an app from a folder with key and name filled in, and runs none of its code', async () => {
  const { context } = makeTemplate()

  const { exit, result, stdout } = await runCommand(Init, [...argv, './own'], context)

  const dir = join(context.cwd, 'shop')
  const read = (path: string) => readFileSync(join(dir, path), 'utf8')
  expect(exit).toBe(0)
  expect(result).toMatchObject({ key: 'app.acme.shop', name: 'Shop', installed: false })
  expect(read('app.toml')).toBe(appToml.replace('app.template.key', 'app.acme.shop').replace('"Template"', '"Shop"'))
  expect([read('README.md'), read('src.js')]).toEqual(['# Shop: app.acme.shop', '// {{name}}'])
  expect(JSON.parse(read('package.json'))).toMatchObject({ name: 'acme-shop' })
  expect(new Uint8Array(readFileSync(join(dir, 'icon.png')))).toEqual(bytes)
  for (const path of ['.env', 'node_modules', 'link', 'ran']) expect(existsSync(join(dir, path))).toBe(false)
  expect(stdout).toContain('npm install')
  // Its command is somebody else's, so app dev asks.
  const { command } = loadProject({ cwd: dir }).config.dev
  expect(isTrusted({ paths: context.paths, dir, command })).toBe(false)
})

it('creates an app from a branch, tag or commit of a repository, without its hooks', async () => {
  const { context, dir } = makeTemplate()
  git(dir, 'init', '--quiet', '--initial-branch=main')
  git(dir, 'add', 'app.toml', 'README.md')
  git(dir, 'commit', '--quiet', '--message', 'One')
  const commit = git(dir, 'rev-parse', 'HEAD').trim()
  git(dir, 'tag', 'v1')
  writeFileSync(join(dir, 'README.md'), 'second')
  git(dir, 'commit', '--quiet', '--all', '--message', 'Two')
  git(dir, 'config', 'uploadpack.allowAnySHA1InWant', 'true')

  for (const [ref, text] of [
    ['#v1', '# Shop: app.acme.shop'],
    [`#${commit}`, '# Shop: app.acme.shop'],
    ['#main', 'second'],
    ['', 'second'],
  ] as const) {
    const name = `to${ref.slice(0, 6).replace('#', '-')}`
    const { exit } = await runCommand(Init, [...argv, `file://${dir}${ref}`, '--dir', name], context)

    expect([ref, exit]).toEqual([ref, 0])
    expect(readFileSync(join(context.cwd, name, 'README.md'), 'utf8')).toBe(text)
  }
})

it('asks once for each template, and writes nothing after a no', async () => {
  const { context } = makeTemplate()
  const asked: string[] = []
  const answers = [false, true]
  const confirm = async ({ message }: { message: string }) => {
    asked.push(message)
    return answers.shift() === true
  }
  const person = makeContext({ cwd: context.cwd, paths: context.paths, ask: { confirm } })
  const run = (dir: string) =>
    runCommand(Init, ['app.acme.shop', '--name', 'Shop', '--template', './own', '--dir', dir], person)

  const results = [await run('a'), await run('b'), await run('c')]

  expect(results.map(({ exit }) => exit)).toEqual([2, 0, 0])
  expect(asked).toHaveLength(2)
  expect(asked[0]).toBe(`Create the app from ${join(context.cwd, 'own')}? Its files are copied, not executed.`)
  expect(madeIn(context.cwd)).toEqual(['b', 'c', 'own'])
})

it.each([
  ['./nothing', 'scaffold.failed'],
  ['file:///nowhere/at/all', 'scaffold.failed'],
  ['./own#--upload-pack=touch ran', 'usage.invalid'],
  ['./own#', 'usage.invalid'],
  ['ext::sh -c touch% ran', 'usage.invalid'],
  ['http://git.example/own.git', 'usage.invalid'],
  ['https://ada:secret@git.example/own.git', 'usage.invalid'],
  ['nodes', 'usage.invalid'],
])('rejects the template %s and writes nothing', async (template, code) => {
  const { context } = makeTemplate()

  const { error } = await runCommand(Init, [...argv, template], context)

  expect(error?.code).toBe(code)
  expect(String(error?.message)).not.toContain('secret')
  expect(madeIn(context.cwd)).toEqual(['own'])
})

it.each([
  ['without a key', 'name = "x"', 'project.invalid'],
  ['that is no TOML', 'key = ', 'project.malformed'],
])('rejects a template with an app.toml %s', async (_what, given, code) => {
  const { context } = makeTemplate(given)

  const { error } = await runCommand(Init, [...argv, './own'], context)

  expect(error?.code).toBe(code)
  expect(madeIn(context.cwd)).toEqual(['own'])
})

it('keeps the app.toml settings of the template', async () => {
  const { context } = makeTemplate()

  const { error } = await runCommand(Init, [...argv, './own', '--scopes', 'orders.read'], context)

  expect(error?.message).toBe('--scopes cannot be combined with your own template. Nothing was written.')
})
