import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:https'
import { delimiter, join } from 'node:path'

import { describe, expect, it, onTestFinished } from 'vitest'

import Init from '../../src/commands/init.ts'
import { isTrusted } from '../../src/dev/trust.ts'
import { loadProject } from '../../src/project/app-toml.ts'
import { progressText } from '../../src/tasks/init/install-packages.ts'
import type { CheckboxQuestion, InputQuestion } from '../../src/terminal/ask.ts'
import { runCommand } from '../support/command/command.ts'
import { makeContext } from '../support/context.ts'
import { issueCertificate } from '../support/live/issue-certificate.ts'

/** An `npm`, or another package manager, that writes down how it was called, and ends as told. */
function fakeNpm(
  folder: string,
  exit = 0,
  work: readonly string[] = ['echo "npm error code E1" >&2'],
  name = 'npm',
): { path: string; calls: () => string } {
  const bin = join(folder, 'bin')
  mkdirSync(bin)
  const log = join(folder, 'npm.log')
  writeFileSync(join(bin, name), `#!/bin/sh\necho "$PWD $*" >> ${log}\n${work.join('\n')}\nexit ${exit}\n`)
  chmodSync(join(bin, name), 0o755)
  return {
    path: `${bin}${delimiter}${process.env['PATH'] ?? ''}`,
    calls: () => (existsSync(log) ? readFileSync(log, 'utf8') : ''),
  }
}

describe('app init', () => {
  it('creates an app with the defaults and shows the next steps', async () => {
    const context = makeContext()

    const { stdout, result, exit } = await runCommand(Init, ['app.acme.gift-cards', '--yes', '--no-install'], context)

    expect(exit).toBe(0)
    expect(result).toMatchObject({ key: 'app.acme.gift-cards', name: 'Gift cards', installed: false })
    expect(loadProject({ cwd: join(context.cwd, 'gift-cards') }).config).toMatchObject({
      installScope: 'region',
      scopes: { required: ['orders.read'], optional: [] },
    })
    expect(stdout).toMatch(/cd gift-cards\n {2}npm install\n {2}app dev/)
  })

  it('accepts every choice as a flag (APP-002 INST-056)', async () => {
    const context = makeContext()
    const flags = ['--name', 'Sync', '--install-scope', 'store', '--scopes', 'orders.read products.read']
    const more = ['--optional-scopes', 'customers.read', '--countries', 'TR,DE', '--dir', 'here', '--template', 'node']

    const { exit } = await runCommand(Init, ['app.acme.sync', ...flags, ...more, '--no-install'], context)

    expect(exit).toBe(0)
    expect(loadProject({ cwd: join(context.cwd, 'here') }).config).toMatchObject({
      name: 'Sync',
      installScope: 'store',
      countries: ['TR', 'DE'],
      scopes: { required: ['orders.read', 'products.read'], optional: ['customers.read'] },
    })
  })

  it('lists the available templates, and creates no app', async () => {
    const context = makeContext()

    const { stdout, result, exit } = await runCommand(Init, ['--list-templates'], context)

    expect(exit).toBe(0)
    expect(stdout).toMatch(/node\s.*svcapp-kit on Node.*16 files/)
    expect(result).toMatchObject({ templates: expect.arrayContaining([expect.objectContaining({ name: 'node' })]) })
    expect(readdirSync(context.cwd)).toEqual([])
  })

  it('rejects an unknown template and suggests the nearest', async () => {
    const { error, exit } = await runCommand(Init, ['app.acme.x', '--template', 'carreir', '--no-install'])

    expect([error?.code, exit]).toEqual(['usage.invalid', 2])
    expect(error).toMatchObject({ suggestions: expect.arrayContaining(['Did you mean carrier?']) })
  })

  it('prints one document with --json', async () => {
    const { stdout } = await runCommand(Init, ['app.acme.x', '--no-install', '--json'])

    expect(JSON.parse(stdout)).toMatchObject({ key: 'app.acme.x', installed: false, ownNode: false })
  })

  it('asks for missing values in a terminal', async () => {
    const answers: Record<string, string> = {
      App: 'app.acme.asked',
      Display: 'Asked',
      'Countries,': 'TR DE',
      Install: 'store',
      Template: 'minimal',
    }
    const answer = async ({ message }: { message: string }) => answers[message.split(' ')[0] ?? ''] ?? ''
    const offered: Record<string, readonly { value: string; about?: string }[]> = {}
    const tick = async ({ message, choices }: CheckboxQuestion) => {
      offered[message.split(' ')[0] ?? ''] = choices
      return message.startsWith('Scopes') ? ['products.read'] : ['app.uninstalled']
    }
    const context = makeContext({ ask: { input: answer, select: answer, checkbox: tick } })

    await runCommand(Init, ['--no-install'], context)

    expect(loadProject({ cwd: join(context.cwd, 'asked') }).config).toMatchObject({
      name: 'Asked',
      installScope: 'store',
      countries: ['TR', 'DE'],
      scopes: { required: ['products.read'] },
      webhooks: { topics: ['app.uninstalled'] },
    })
    expect(existsSync(join(context.cwd, 'asked/migrations/0001_paid_orders.sql'))).toBe(true)
    expect(offered['Scopes']).toHaveLength(22)
    expect(offered['Scopes']?.find(({ value }) => value === 'webhooks.manage')?.about).toMatch(/not available yet/)
    // INST-078: without orders.read no order event can be subscribed to.
    expect(offered['Events']?.map(({ value }) => value)).toEqual(['app.uninstalled'])
  })

  it('reports an invalid key immediately and suggests the nearest valid one', async () => {
    const said: unknown[] = []
    const input = async ({ message, check }: InputQuestion) => {
      if (!message.startsWith('App key')) return 'X'
      for (const value of ['loyalty', 'acme.loyalty', 'app.Acme.Loyalty']) said.push(check?.(value))
      return 'app.acme.x'
    }
    const context = makeContext({ ask: { input, select: async () => 'region', checkbox: async () => [] } })

    await runCommand(Init, ['--no-install', '--countries', 'TR'], context)

    expect(said).toEqual([
      'This does not start with "app.". Did you mean app.acme.loyalty?',
      'This does not start with "app.". Did you mean app.acme.loyalty?',
      'This has characters other than lowercase letters, digits and hyphens. Did you mean app.acme.loyalty?',
    ])
  })

  it('reports an invalid name immediately, as the flag does', async () => {
    const said: unknown[] = []
    const input = async ({ message, check }: InputQuestion) => {
      if (!message.startsWith('Display')) return 'app.acme.x'
      for (const value of ['Loyalty', '  ', 'x'.repeat(101), 'a\u001bb']) said.push(check?.(value))
      return 'Loyalty'
    }
    const context = makeContext({ ask: { input, select: async () => 'region', checkbox: async () => [] } })

    await runCommand(Init, ['app.acme.x', '--no-install', '--template', 'minimal', '--countries', 'TR'], context)

    expect(said).toEqual([
      true,
      'The name is empty. Allowed: text of 1 to 100 characters.',
      'The name has 101 characters. Allowed: text of 1 to 100 characters.',
      'The name contains a control character. Allowed: text of 1 to 100 characters.',
    ])
  })

  it('rejects an invalid name in a flag before any prompt', async () => {
    const never = async () => {
      throw new Error('It asked.')
    }
    const context = makeContext({ ask: { input: never, select: never, checkbox: never } })

    const { error, exit } = await runCommand(Init, ['--name', 'x'.repeat(101)], context)

    expect([error?.code, exit]).toEqual(['usage.invalid', 2])
  })

  it('rejects an invalid flag before any prompt', async () => {
    const never = async () => {
      throw new Error('It asked.')
    }
    const context = makeContext({ ask: { input: never, select: never, checkbox: never } })

    const { error, exit } = await runCommand(Init, ['--scopes', 'orders.raed'], context)

    expect([error?.code, exit]).toEqual(['usage.invalid', 2])
    expect(error?.message).toBe('--scopes: unknown value "orders.raed". Nothing was written.')
    expect(error).toMatchObject({ suggestions: ['Did you mean orders.read?', 'app scopes'] })
  })

  it('starts a Git repository, but not inside another one', async () => {
    const context = makeContext({ env: { PATH: process.env['PATH'] } })

    const first = await runCommand(Init, ['app.acme.x', '--no-install'], context)
    const inside = await runCommand(Init, ['app.acme.y', '--no-install', '--dir', 'x/y'], context)
    const without = await runCommand(Init, ['app.acme.z', '--no-install', '--no-git'], context)

    expect([first, inside, without].map(({ result }) => result)).toMatchObject(
      [true, false, false].map((repository) => ({ repository })),
    )
    expect(existsSync(join(context.cwd, 'x', '.git', 'HEAD'))).toBe(true)
    expect(existsSync(join(context.cwd, 'x', 'y', '.git'))).toBe(false)
  })

  it('runs no program from an existing .git folder, even if Git cannot use it (T26)', async () => {
    const context = makeContext({ env: { PATH: process.env['PATH'] } })
    const git = join(context.cwd, 'x', '.git')
    const proof = join(context.cwd, 'proof')
    mkdirSync(join(git, 'info'), { recursive: true })
    const identity = '[user]\nname = Ada\nemail = ada@example.com\n'
    writeFileSync(join(git, 'config'), `${identity}[filter "f"]\nclean = "touch ${proof}; cat"\n`)
    writeFileSync(join(git, 'info', 'attributes'), '* filter=f\n')

    const { exit, result } = await runCommand(Init, ['app.acme.x', '--no-install'], context)

    expect(exit).toBe(0)
    expect(result).toMatchObject({ repository: false, committed: false })
    expect(existsSync(proof)).toBe(false)
    expect(readdirSync(git)).toEqual(['config', 'info'])
  })

  it('commits the new app if Git has an identity, and reports it if not', async () => {
    const PATH = process.env['PATH']
    const git = { GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' }
    const ident = { GIT_AUTHOR_NAME: 'Ada', GIT_AUTHOR_EMAIL: 'ada@example.com' }
    const committer = { GIT_COMMITTER_NAME: 'Ada', GIT_COMMITTER_EMAIL: 'ada@example.com' }
    const known = makeContext({ env: { PATH, ...git, ...ident, ...committer } })
    const unknown = makeContext({ env: { PATH, ...git } })

    const first = await runCommand(Init, ['app.acme.x', '--no-install'], known)
    const second = await runCommand(Init, ['app.acme.x', '--no-install'], unknown)

    const log = (cwd: string) =>
      spawnSync('git', ['status', '--short', '--branch'], { cwd: join(cwd, 'x') }).stdout.toString()
    expect(first.result).toMatchObject({ repository: true, committed: true })
    expect(log(known.cwd)).toMatch(/^## \w+\n$/)
    expect(second.result).toMatchObject({ repository: true, committed: false })
    expect(second.stdout).toContain(
      'Nothing is committed yet, because Git has no user.name and user.email. You can commit later.',
    )
    expect(log(unknown.cwd)).toContain('No commits yet')
  })

  it.each([
    [
      ['--with', 'ci'],
      ['.github/workflows/ci.yml', '.github/workflows/live.yml', '.gitlab-ci.yml'],
    ],
    [
      ['--with', 'compose,devcontainer'],
      ['.devcontainer/devcontainer.json', 'compose.yaml'],
    ],
    [[], []],
  ])('adds the files that %j selects', async (flags, files) => {
    const context = makeContext()

    const { result } = await runCommand(Init, ['app.acme.x', '--no-install', ...flags], context)

    const added = /^\.(git(hub|lab)|devcontainer)|^compose/
    const written = result !== undefined && 'files' in result ? result.files : []
    expect(written.filter((path) => added.test(path) && path !== '.gitignore').toSorted()).toEqual(files)
  })

  it('skips all prompts with --yes', async () => {
    const never = async () => {
      throw new Error('It asked.')
    }
    const context = makeContext({ ask: { input: never, select: never, confirm: never } })

    expect((await runCommand(Init, ['app.acme.x', '--yes', '--no-install'], context)).exit).toBe(0)
  })

  it('shows how to specify a key without a terminal, and exits with 2', async () => {
    const { error, exit } = await runCommand(Init, ['--yes'])

    expect([error?.code, exit]).toEqual(['usage.missing', 2])
  })

  it('subscribes by default to the topics of the template that the scopes allow, as the help states', async () => {
    const context = makeContext()
    const argv = ['app.acme.loyalty', '--yes', '--no-install', '--no-git', '--scopes', 'orders.read orders.write']

    await runCommand(Init, argv, context)

    const { webhooks } = loadProject({ cwd: join(context.cwd, 'loyalty') }).config
    expect(webhooks.topics).toEqual(['order.paid', 'app.uninstalled'])
    expect(Init.flags.topics.summary).toContain("Default: the template's topics that the scopes allow.")
  })

  it.each([
    ['a bad key', ['acme'], 'scaffold.key-invalid', 2],
    ['a key with a command in it', ['app.acme.$(id)'], 'scaffold.key-invalid', 2],
    ['an unknown template', ['app.acme.x', '--template', 'cobol'], 'usage.invalid', 2],
    ['an unknown scope', ['app.acme.x', '--scopes', 'orders.reed'], 'usage.invalid', 2],
    ['an unknown addition', ['app.acme.x', '--with', 'helm'], 'usage.invalid', 2],
    ['an unknown optional scope', ['app.acme.x', '--optional-scopes', 'x'], 'usage.invalid', 2],
    [
      'a scope twice',
      ['app.acme.x', '--scopes', 'orders.read', '--optional-scopes', 'orders.read'],
      'usage.invalid',
      2,
    ],
    ['an unknown topic', ['app.acme.x', '--topics', 'order.piad'], 'usage.invalid', 2],
    ['a country in words', ['app.acme.x', '--countries', 'Germany'], 'usage.invalid', 2],
    ['a name of nothing', ['app.acme.x', '--name', ''], 'usage.invalid', 2],
    ['INST-057 an unknown install scope', ['app.acme.x', '--install-scope', 'planet'], 'usage.invalid', 2],
  ])('rejects %s, and writes nothing (T27)', async (...[, argv, code, exit]) => {
    const context = makeContext()

    const run = await runCommand(Init, argv, context)

    expect([run.error?.code ?? 'usage.invalid', run.exit]).toEqual([code, exit])
    expect(readdirSync(context.cwd)).toEqual([])
  })

  it.each([
    ['a\u0001b', '--name contains a control character.'],
    ['x'.repeat(5000), '--name has 5000 characters.'],
    [' ', '--name is empty.'],
  ])('%#: reports an invalid name once, by its flag', async (name, words) => {
    const { error } = await runCommand(Init, ['app.acme.x', '--name', name])

    expect(error?.message).toBe(`${words} Allowed: text of 1 to 100 characters.`)
    expect(error).toMatchObject({ suggestions: ['Use another --name.'] })
  })

  it('reports a folder that cannot be created, with the reason and a fix', async () => {
    const context = makeContext()
    writeFileSync(join(context.cwd, 'file'), '')

    const { error } = await runCommand(Init, ['app.acme.x', '--dir', 'file/x'], context)

    expect(error?.message).toMatch(/^The folder .+ cannot be created: .+[^.]\.$/)
    expect(error?.message).not.toContain('Error:')
  })

  it('trusts the command of an app that it created (T26)', async () => {
    const context = makeContext()

    await runCommand(Init, ['app.acme.x', '--no-install'], context)

    const dir = join(context.cwd, 'x')
    expect(
      isTrusted({ paths: context.paths, dir, command: ['node', '--env-file-if-exists=.env', 'src/server.ts'] }),
    ).toBe(true)
    expect(isTrusted({ paths: context.paths, dir, command: ['node', 'src/server.ts', ';', 'sh'] })).toBe(false)
  })

  it('reports that the app includes its own Node.js if the installed version is too old', async () => {
    const context = makeContext()
    const runtime = { ...context.runtime, systemNodeTooOld: true }

    const { stdout, result } = await runCommand(Init, ['app.acme.x', '--no-install'], { ...context, runtime })

    expect(result).toMatchObject({ ownNode: true })
    expect(stdout).toMatch(/too old.*includes its own/)
    expect(readFileSync(join(context.cwd, 'x', 'package.json'), 'utf8')).toMatch(/"allowScripts"/)
  })

  describe('with npm', () => {
    it('installs the packages in the new folder, without a shell', async () => {
      const context = makeContext()
      const npm = fakeNpm(context.paths.home.replace(/state$/, ''))
      const env = { ...context.env, PATH: npm.path }

      const { result } = await runCommand(Init, ['app.acme.x', '--dir', 'a b$(id)'], { ...context, env })

      expect(result).toMatchObject({ installed: true })
      expect(npm.calls()).toContain(`${join(context.cwd, 'a b$(id)')} install --prefer-offline --no-audit --no-fund `)
      expect(npm.calls()).toContain('--fetch-retries=1')
    })

    it('keeps the app if npm fails, and shows how to continue', async () => {
      const context = makeContext()
      const npm = fakeNpm(context.paths.home.replace(/state$/, ''), 1)
      const env = { ...context.env, PATH: npm.path }

      const { error, exit } = await runCommand(Init, ['app.acme.x'], { ...context, env })

      expect([error?.code, exit]).toEqual(['scaffold.install-failed', 3])
      expect(error?.message).toContain('code E1')
      expect(error).toMatchObject({ suggestions: [`cd ${join(context.cwd, 'x')} && npm install`] })
      expect(loadProject({ cwd: join(context.cwd, 'x') }).config.key).toBe('app.acme.x')
    })

    it('treats files that npm could not unpack as a failure, although npm exits with 0', async () => {
      const context = makeContext()
      const npm = fakeNpm(context.paths.home.replace(/state$/, ''), 0, [
        'echo "npm warn tar TAR_ENTRY_ERROR ENOSPC: no space left on device, write" >&2',
      ])

      const { error, exit } = await runCommand(Init, ['app.acme.x'], {
        ...context,
        env: { ...context.env, PATH: npm.path },
      })

      expect([error?.code, exit]).toEqual(['scaffold.install-failed', 3])
      expect(error?.message).toContain('TAR_ENTRY_ERROR ENOSPC: no space left on device')
    })

    it('shows after Ctrl-C where the app is and how to continue', async () => {
      const interrupt = new AbortController()
      const context = makeContext({ interrupted: interrupt.signal })
      const npm = fakeNpm(context.paths.home.replace(/state$/, ''), 0, ['exec sleep 60'])
      const run = runCommand(Init, ['app.acme.x'], { ...context, env: { ...context.env, PATH: npm.path } })
      await expect.poll(npm.calls).not.toBe('')
      interrupt.abort()
      const { exit, stderr } = await run

      const dir = join(context.cwd, 'x')
      expect(exit).toBe(130)
      expect(stderr).toContain(`The app is in ${dir}. To install its packages: cd ${dir} && npm install`)
    })

    it('counts the seconds, and suggests alternatives after a while', () => {
      expect(progressText({ fetched: 0, trouble: null }, 3_400)).toBe('Installing packages (3 s)')
      expect(progressText({ fetched: 7, trouble: 'ENOTFOUND' }, 4_000)).toBe(
        'Installing packages (4 s, 7 fetched): npm cannot reach its registry (ENOTFOUND)',
      )
      expect(progressText({ fetched: 7, trouble: null }, 21_000)).toMatch(/--no-install skips this step$/)
    })

    it('installs the runtime dependencies if no registry can be reached, and reports it', async () => {
      const context = makeContext()
      // A registry that nothing listens at, and a cache with nothing in it.
      const env = {
        ...context.env,
        PATH: process.env['PATH'],
        HOME: context.cwd,
        npm_config_cache: join(context.cwd, 'cache'),
        npm_config_registry: 'http://127.0.0.1:9/',
      }

      const { error, stderr } = await runCommand(Init, ['app.acme.x'], { ...context, env })

      expect(error?.code).toBe(undefined)
      expect(stderr).toContain('The registry cannot be reached. The app runs')
      expect(existsSync(join(context.cwd, 'x/node_modules/svcapp-kit/kit.js'))).toBe(true)
      expect(existsSync(join(context.cwd, 'x', 'app.toml'))).toBe(true)
    })

    it('explains what to set if npm does not trust the certificate of its registry', async () => {
      const context = makeContext()
      const registry = createServer(issueCertificate({ name: 'localhost', hosts: ['127.0.0.1'] }))
      await new Promise<void>((resolve) => void registry.listen(0, '127.0.0.1', resolve))
      onTestFinished(() => void registry.close())
      const address = registry.address()
      const env = {
        ...context.env,
        PATH: process.env['PATH'],
        HOME: context.cwd,
        npm_config_cache: join(context.cwd, 'cache'),
        npm_config_registry: `https://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/`,
      }

      const { error } = await runCommand(Init, ['app.acme.x'], { ...context, env })

      expect(error?.code).toBe('scaffold.install-failed')
      expect(error).toMatchObject({
        suggestions: [expect.stringContaining('set NODE_EXTRA_CA_CERTS'), expect.stringContaining('npm install')],
      })
    })

    it('reports a missing npm', async () => {
      const context = makeContext({ env: { PATH: '/nowhere' } })

      const { error } = await runCommand(Init, ['app.acme.x'], context)

      expect(error?.code).toBe('scaffold.install-failed')
    })
  })

  describe('in a workspace', () => {
    const pnpm = { 'package.json': '{"packageManager":"pnpm@9.1.0"}', 'pnpm-workspace.yaml': 'packages: [packages/*]' }
    const yarn = { 'package.json': '{"workspaces":["packages/*"]}', 'yarn.lock': '' }
    const bun = { 'package.json': '{"workspaces":["packages/*"]}', 'bun.lock': '{}' }
    const npm = { 'package.json': '{"workspaces":["packages/*"]}', 'package-lock.json': '{}' }

    function workspace(files: Readonly<Record<string, string>>, manager: string, exit = 0, work: string[] = []) {
      const context = makeContext()
      for (const [name, text] of Object.entries(files)) writeFileSync(join(context.cwd, name), text)
      const cwd = join(context.cwd, 'packages')
      mkdirSync(cwd)
      const { path, calls } = fakeNpm(context.paths.home.replace(/state$/, ''), exit, work, manager)
      return { root: context.cwd, dir: join(cwd, 'x'), calls, context: { ...context, cwd, env: { PATH: path } } }
    }

    it.each([
      ['pnpm', pnpm, 'install --prefer-offline --no-frozen-lockfile'],
      ['yarn', yarn, 'install'],
      ['bun', bun, 'install'],
      ['npm', npm, 'install --prefer-offline'],
    ])('installs with %s and leaves no npm lock file', async (manager, files, args) => {
      const { root, dir, calls, context } = workspace(files, manager)

      const { result, stdout } = await runCommand(Init, ['app.acme.x', '--yes'], context)

      expect(result).toMatchObject({ installed: true, packageManager: manager, workspace: root })
      expect(calls()).toContain(`${dir} ${args}`)
      expect(readdirSync(dir)).not.toContain('package-lock.json')
      expect(stdout).toContain(`Add the app as a package to the ${manager} workspace ${root}.`)
      expect(stdout).toContain("The app's Dockerfile expects the lock file in the app's folder")
    })

    it('installs nothing if its package manager is missing, and reports it', async () => {
      const { dir, calls, context } = workspace(pnpm, 'npm')

      const { result, stdout, stderr, exit } = await runCommand(Init, ['app.acme.x', '--yes'], {
        ...context,
        env: { PATH: join(context.paths.home, '../bin') },
      })

      expect([exit, calls()]).toEqual([0, ''])
      expect(result).toMatchObject({ installed: false, packageManager: 'pnpm' })
      expect(stderr).toContain('Packages not installed: this folder uses pnpm, which is not in PATH.')
      expect(stdout).toMatch(/cd x\n {2}pnpm install\n {2}app dev/)
      expect(existsSync(join(dir, 'node_modules'))).toBe(false)
    })

    it('reports its package manager and the reason after a failure', async () => {
      const { dir, context } = workspace(pnpm, 'pnpm', 1, ['echo " ERR_PNPM_FETCH_404  GET: Not Found"'])

      const { error } = await runCommand(Init, ['app.acme.x', '--yes'], context)

      expect(error?.message).toContain('but pnpm could not install its packages: ERR_PNPM_FETCH_404  GET: Not Found')
      expect(error).toMatchObject({ suggestions: [`cd ${dir} && pnpm install`] })
    })

    it('uses the package manager that started it if no file specifies one', async () => {
      const { dir, calls, context } = workspace({}, 'pnpm')
      const env = { ...context.env, npm_config_user_agent: 'pnpm/9.1.0 npm/? node/v24.0.0 linux x64' }

      const { result } = await runCommand(Init, ['app.acme.x', '--yes'], { ...context, env })

      expect(result).toMatchObject({ installed: true, packageManager: 'pnpm', workspace: null })
      expect(calls()).toContain(`${dir} install`)
      expect(readdirSync(dir)).not.toContain('package-lock.json')
    })

    it('ignores a workspace outside the repository and lock files in the home folder', async () => {
      const { root, calls, context } = workspace(yarn, 'npm')
      const home = { ...context, env: { ...context.env, HOME: root } }
      const first = await runCommand(Init, ['app.acme.x', '--yes'], home)
      mkdirSync(join(context.cwd, '.git'))
      const second = await runCommand(Init, ['app.acme.y', '--yes', '--no-git'], context)

      for (const { result } of [first, second])
        expect(result).toMatchObject({ installed: true, packageManager: 'npm', workspace: null })
      expect(calls().split('\n')).toHaveLength(3)
      expect(first.stdout + second.stdout).not.toContain('expects the lock file')
      expect(existsSync(join(context.cwd, 'x', 'package-lock.json'))).toBe(true)
    })
  })
})
