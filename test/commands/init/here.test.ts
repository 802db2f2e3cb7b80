import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, it } from 'vitest'

import Init from '../../../src/commands/init.ts'
import { isTrusted } from '../../../src/dev/trust.ts'
import { loadProject } from '../../../src/project/app-toml.ts'
import { runCommand } from '../../support/command/command.ts'
import { makeContext, type ContextOverrides } from '../../support/context.ts'

/** A project folder with these files. */
function makeCode(files: Readonly<Record<string, string>>, overrides: ContextOverrides = {}) {
  const context = makeContext(overrides)
  for (const [path, content] of Object.entries(files)) writeFileSync(join(context.cwd, path), content)
  const read = (path: string) => readFileSync(join(context.cwd, path), 'utf8')
  return { context, read }
}

const here = ['app.acme.shop', '--here', '--yes']

it('creates an app in a project with code, and changes none of its files', async () => {
  const files = {
    'package.json': '{"scripts":{"start":"node server.js"}}',
    'server.js': 'listen(8123)',
    '.npmrc': 'x=1',
  }
  const { context, read } = makeCode(files)

  const { exit, result, stdout } = await runCommand(Init, here, context)

  expect(exit).toBe(0)
  expect(result).toMatchObject({
    key: 'app.acme.shop',
    framework: 'node',
    command: ['npm', 'run', 'start'],
    port: 8123,
    files: [expect.stringMatching(/^vendor\/svcapp-kit-[\d.]+\.tgz$/), '.gitignore', 'app.toml'],
  })
  for (const [path, content] of Object.entries(files)) expect(read(path)).toBe(content)
  expect(read('.gitignore')).toBe('node_modules/\n.env\ndata/\n!vendor/*.tgz\n')
  const { config } = loadProject({ cwd: context.cwd })
  expect(config).toMatchObject({
    dev: { command: ['npm', 'run', 'start'], port: 8123 },
    redirectUris: ['http://127.0.0.1:8123/auth/callback'],
  })
  expect(isTrusted({ paths: context.paths, dir: context.cwd, command: config.dev.command })).toBe(true)
  expect(stdout).toContain('npm install ./vendor/svcapp-kit-')
  expect(stdout).toContain('const handle = node(svcapp)')
})

it('writes no library next to a server in another language', async () => {
  const { context, read } = makeCode({ 'server.py': 'serve_forever()' })

  const { result, stdout } = await runCommand(Init, here, context)

  expect(result).toMatchObject({ files: ['.gitignore', 'app.toml'], kit: null, command: ['python3', 'server.py'] })
  expect(read('app.toml')).not.toContain('#:schema')
  expect(read('.gitignore')).toBe('.env\n')
  expect(stdout).not.toContain('svcapp-kit')
  expect(stdout).toContain('`app docs kit/other-languages`')
})

it('adds missing lines to .gitignore, and reports it', async () => {
  const { context, read } = makeCode({ 'package.json': '{}', '.gitignore': 'node_modules\n.env' })

  const { result, stdout } = await runCommand(Init, here, context)

  expect(result).toMatchObject({ gitignoreUpdated: true })
  expect(stdout).toMatch(/^Created .+, app\.toml\.\nAdded lines to \.gitignore\.$/m)
  expect(read('.gitignore')).toBe('node_modules\n.env\ndata/\n!vendor/*.tgz\n')
})

it('reports a start script that also restarts the server', async () => {
  const { context } = makeCode({ 'package.json': '{"scripts":{"dev":"ts-node-dev server.ts"}}' })

  const { stdout } = await runCommand(Init, here, context)

  expect(stdout).toContain('Set dev.command to a command without the watcher.')
})

/** A test compiles the code of this page, and runs it. */
const page = readFileSync(join(import.meta.dirname, '../../../docs/kit/existing-apps.md'), 'utf8')

async function printedFor(packages: Readonly<Record<string, string>>): Promise<string> {
  const { context } = makeCode({ 'package.json': JSON.stringify({ dependencies: packages }), 'server.js': '' })
  return (await runCommand(Init, here, context)).stdout
}

it.each(['express', 'fastify', 'hono', 'next', 'node'])('prints lines for %s that docs/kit contains', async (name) => {
  const stdout = await printedFor({ [name]: '1' })

  const code = (stdout.split('Next:')[0] ?? '').split('\n').filter((line) => line.startsWith('  '))
  const lines = code
    .map((line) => line.replace(/ +\/\/.*/, '').trim())
    .filter((line) => !/^import|^export const/.test(line))
  expect(lines.length).toBeGreaterThan(5)
  expect(lines.filter((line) => !page.replaceAll('svcapp.ts', 'svcapp.js').includes(line))).toEqual([])
})

it('prints the imports separately from the lines that must come before other parsers', async () => {
  const stdout = await printedFor({ express: '1' })

  const blocks = stdout.split(/^Paste into /m).slice(2)
  expect(blocks).toEqual([
    expect.stringMatching(/^server\.js, with the other imports:\n(?: {2}import .+\n){2}\n$/),
    expect.stringMatching(/^server\.js, before express\.json\(\).+:\n {2}\w+\.use\(node\(svcapp\)\)\n/),
  ])
})

it('prints lines for Workers that create the app with the database of the request', async () => {
  const stdout = await printedFor({ wrangler: '1', hono: '1' })

  expect(stdout).toContain('export const svcapp = (env) => createApp({ env, database: d1(env.DB) })')
  expect(stdout).toContain('await svcapp(env).handle(request)')
  expect(stdout).toContain('npx svcapp-kit migrations --d1')
  expect(stdout).not.toContain('svcapp-kit/node')
})

it('rejects a folder that already contains an app', async () => {
  const { context, read } = makeCode({ 'app.toml': 'key = "app.acme.old"' })

  const { exit, error } = await runCommand(Init, here, context)

  expect([exit, error?.code]).toEqual([3, 'scaffold.folder-not-empty'])
  expect(read('app.toml')).toBe('key = "app.acme.old"')
})

it.each([
  ['a wrong key', ['shop', '--here', '--yes'], 'scaffold.key-invalid'],
  ['no key', ['--here', '--yes'], 'usage.missing'],
  ['a topic that does not exist', [...here, '--topics', 'order.eaten'], 'usage.invalid'],
])('writes nothing for %s', async (_what, argv, code) => {
  const { context } = makeCode({ 'package.json': '{}' })

  const { error } = await runCommand(Init, argv, context)

  expect(error?.code).toBe(code)
  expect(readdirSync(context.cwd)).toEqual(['package.json'])
})

it('writes nothing if a file blocks the library folder', async () => {
  const { context } = makeCode({ 'package.json': '{}', vendor: 'not a folder' })

  const { error } = await runCommand(Init, here, context)

  expect(error?.code).toBe('scaffold.failed')
  expect(readdirSync(context.cwd).toSorted()).toEqual(['package.json', 'vendor'])
})

it.each(['{ "name": ', ''])('writes nothing next to a package.json that cannot be parsed: %j', async (content) => {
  const { context, read } = makeCode({ 'package.json': content })

  const { exit, error } = await runCommand(Init, here, context)

  expect([exit, error?.code]).toEqual([3, 'scaffold.failed'])
  expect(error?.message).toContain('package.json cannot be read: ')
  expect(readdirSync(context.cwd)).toEqual(['package.json'])
  expect(read('package.json')).toBe(content)
})

it('reads a package.json with a byte order mark', async () => {
  const { context } = makeCode({ 'package.json': '\uFEFF{"dependencies":{"hono":"*"}}' })

  const { result } = await runCommand(Init, here, context)

  expect(result).toMatchObject({ framework: 'hono' })
})

it('writes nothing through a link in place of the library folder', async () => {
  const { context } = makeCode({ 'package.json': '{}' })
  const elsewhere = join(context.paths.home, 'elsewhere')
  mkdirSync(elsewhere, { recursive: true })
  symlinkSync(elsewhere, join(context.cwd, 'vendor'))

  const { error } = await runCommand(Init, here, context)

  expect(error?.code).toBe('scaffold.failed')
  expect(readdirSync(elsewhere)).toEqual([])
  expect(existsSync(join(context.cwd, 'app.toml'))).toBe(false)
})

it('adds the library to a vendor folder, and leaves .npmrc and lock files unchanged', async () => {
  const { context, read } = makeCode({
    'package.json': '{}',
    '.npmrc': 'registry=http://127.0.0.1:9/',
    'yarn.lock': '',
  })
  mkdirSync(join(context.cwd, 'vendor'))
  writeFileSync(join(context.cwd, 'vendor/own.txt'), 'own')

  const { result, stdout } = await runCommand(Init, here, context)

  expect(result).toMatchObject({ packageManager: 'yarn' })
  expect(readdirSync(join(context.cwd, 'vendor'))).toEqual(['own.txt', expect.stringMatching(/^svcapp-kit-/)])
  expect([read('.npmrc'), read('yarn.lock')]).toEqual(['registry=http://127.0.0.1:9/', ''])
  expect(stdout).toContain('yarn add ./vendor/svcapp-kit-')
})

it('shows how to commit the library if Git ignores its folder', async () => {
  const { context } = makeCode({ 'package.json': '{}', '.gitignore': 'vendor/\n' }, { env: process.env })
  execFileSync('git', ['init', '--quiet'], { cwd: context.cwd })

  const { stderr } = await runCommand(Init, here, context)

  expect(stderr).toMatch(/Git ignores vendor\/svcapp-kit-[\d.]+\.tgz, .* git add --force vendor\/svcapp-kit-/)
})

it.each(['two words', 'şöyle-böyle', "o'brien $HOME"])('adopts a project in a folder named %s', async (name) => {
  const { context } = makeCode({})
  const cwd = join(context.cwd, name)
  mkdirSync(cwd)
  writeFileSync(join(cwd, 'server.py'), '')

  const { exit } = await runCommand(Init, here, { ...context, cwd })

  expect(exit).toBe(0)
  expect(loadProject({ cwd }).config.dev.command).toEqual(['python3', 'server.py'])
})

it('leaves no partial app if .gitignore cannot be changed', async () => {
  const { context } = makeCode({ 'package.json': '{}' })
  mkdirSync(join(context.cwd, '.gitignore'))

  await runCommand(Init, here, context)

  expect(existsSync(join(context.cwd, 'app.toml'))).toBe(true)
  expect(readdirSync(join(context.cwd, '.gitignore'))).toEqual([])
})

it('creates only one app if two runs start together', async () => {
  const { context } = makeCode({ 'package.json': '{}' })

  const both = await Promise.all([runCommand(Init, here, context), runCommand(Init, here, context)])

  expect(both.map(({ exit }) => exit)).toEqual([0, 3])
  expect(loadProject({ cwd: context.cwd }).config.key).toBe('app.acme.shop')
})

it('is offered in a terminal if the folder has a server', async () => {
  const asked: string[] = []
  const confirm = async ({ message }: { message: string }) => {
    asked.push(message)
    return true
  }
  const answers = {
    confirm,
    select: async () => 'region',
    input: async () => '',
  }
  const { context } = makeCode({ 'package.json': '{}' }, { ask: answers })

  const { result } = await runCommand(
    Init,
    ['app.acme.shop', '--name', 'Shop', '--scopes', 'orders.read', '--topics', 'order.paid'],
    context,
  )

  expect(asked).toEqual(['This folder has a server (package.json). Create the app from it? "No" creates a new folder.'])
  expect(result).toMatchObject({ dir: context.cwd, name: 'Shop' })
})

it('is suggested in a folder without app.toml', async () => {
  const { context } = makeCode({ 'package.json': '{}' })

  expect(() => loadProject({ cwd: context.cwd })).toThrow(
    expect.objectContaining({ suggestions: [expect.stringContaining('app init --here'), expect.anything()] }),
  )
})
