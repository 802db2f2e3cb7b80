import { spawn, spawnSync } from 'node:child_process'
import { cpSync, existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'

import { describe, expect, it, onTestFinished } from 'vitest'

import { appVariables } from '../support/dev/app-variables.ts'
import { buildImage } from '../support/dev/build-image.ts'
import { isLong } from '../support/machine/long-run.ts'
import { networkEnv } from '../support/machine/network-env.ts'
import { freePort } from '../support/processes/free-port.ts'
import { program } from '../support/program.ts'

interface Manager {
  readonly name: string
  /** In the registry; null for npm, which Node brings. */
  readonly from: string | null
  readonly agent: string
  readonly frozen: string
  readonly start: string
  readonly usesPnp?: true
}

const yarn4 = {
  from: '@yarnpkg/cli-dist@4.18.1',
  agent: 'yarn/4.18.1',
  frozen: 'yarn install --immutable',
  start: 'yarn run start',
}

const managers: readonly Manager[] = [
  { name: 'npm', from: null, agent: 'npm/11.0.0', frozen: 'npm ci', start: 'npm start' },
  {
    name: 'pnpm',
    from: 'pnpm@12.21.0',
    agent: 'pnpm/12.21.0',
    frozen: 'pnpm install --frozen-lockfile',
    start: 'pnpm run start',
  },
  {
    name: 'yarn 1',
    from: 'yarn@1.22.22',
    agent: 'yarn/1.22.22',
    frozen: 'yarn install --frozen-lockfile',
    start: 'yarn run start',
  },
  { name: 'yarn 4 with node_modules', ...yarn4 },
  { name: 'yarn 4 with PnP', ...yarn4, usesPnp: true },
  {
    name: 'bun',
    from: 'bun@1.4.5',
    agent: 'bun/1.4.5',
    frozen: 'bun install --frozen-lockfile',
    start: 'bun run start',
  },
]

/** A folder with an empty home, so that no cache has a package. */
function makeFolder() {
  const root = mkdtempSync(join(tmpdir(), 'svcapp-managers-'))
  const groups: number[] = []
  onTestFinished(() => {
    for (const group of groups) end(group)
    rmSync(root, { recursive: true, force: true, maxRetries: 5 })
  })
  const path = [join(root, 'tools/node_modules/.bin'), dirname(process.execPath), process.env['PATH']].join(delimiter)
  const env = {
    ...networkEnv,
    PATH: path,
    SVCAPP_CREDENTIALS: '',
    YARN_ENABLE_TELEMETRY: '0',
    CI: '1',
    ...emptyHome(root, 'home'),
  }
  return { root, env, groups }
}

type Folder = ReturnType<typeof makeFolder>

function emptyHome(root: string, name: string) {
  const home = join(root, name)
  return {
    HOME: home,
    SVCAPP_HOME: join(home, 'state'),
    YARN_CACHE_FOLDER: join(home, 'yarn'),
    npm_config_prefix: home,
  }
}

function end(group: number): void {
  try {
    process.kill(-group, 'SIGKILL')
  } catch {
    // It has exited.
  }
}

function run(command: string, cwd: string, env: Readonly<Record<string, string>>) {
  const { status, stdout, stderr } = spawnSync('sh', ['-c', command], { cwd, env, encoding: 'utf8' })
  return { status, output: stdout + stderr }
}

/** A new app, made by `app init` as its package manager starts it. */
function makeApp({ root, env }: Folder, { from, agent, usesPnp }: Pick<Manager, 'from' | 'agent' | 'usesPnp'>): string {
  const tools = join(root, 'tools')
  mkdirSync(tools)
  if (from !== null)
    expect(run(`npm install --prefix . --no-audit --no-fund ${from}`, tools, env)).toMatchObject({ status: 0 })
  const init = `${JSON.stringify(process.execPath)} ${JSON.stringify(program)} init app.acme.shop --yes --no-git`
  const made = run(init, root, { ...env, npm_config_user_agent: `${agent} npm/? node/v24` })
  expect([made.status, made.output]).toEqual([0, expect.anything()])
  const app = join(root, 'shop')
  if (usesPnp) {
    writeFileSync(join(app, '.yarnrc.yml'), 'nodeLinker: pnp\n')
    expect(run('yarn install --no-immutable', app, env)).toMatchObject({ status: 0 })
  }
  return app
}

/** The files of the app as a checkout has them. */
function checkOut(app: string, to: string): string {
  const left = /(?:^|\/)(?:node_modules|\.yarn|\.pnp\.[\w.]+|data)$/
  cpSync(app, to, { recursive: true, filter: (file) => !left.test(file.slice(app.length)) })
  return to
}

/** Starts the app and resolves once it is ready; the number of its process group. */
async function start({ groups }: Folder, command: string, cwd: string, env: Readonly<Record<string, string>>) {
  const child = spawn('sh', ['-c', command], { cwd, env, detached: true, stdio: 'ignore' })
  groups.push(child.pid ?? 0)
  const status = () =>
    fetch(`http://127.0.0.1:${env['PORT']}/readyz`).then(
      (response) => response.status,
      () => 0,
    )
  await expect.poll(status).toBe(200)
}

describe.runIf(isLong).each(managers)('$name', (manager) => {
  it('installs a new app, also from its lock file, and starts the app', async () => {
    const folder = makeFolder()
    const app = makeApp(folder, manager)

    const copy = checkOut(app, join(folder.root, 'copy'))
    const installed = run(manager.frozen, copy, folder.env)
    const port = await freePort()

    expect(installed).toMatchObject({ status: 0 })
    expect(existsSync(join(copy, 'node_modules'))).toBe(manager.usesPnp === undefined)
    await start(folder, manager.start, copy, { ...folder.env, ...appVariables(port) })
  })

  // Bytes of the header, whose change leaves the content readable, of the content, and of its checksum.
  it.each([9, 50_000, -5])('rejects a library if byte %i was changed', (at) => {
    const folder = makeFolder()
    const copy = checkOut(makeApp(folder, manager), join(folder.root, 'copy'))
    const [tarball = ''] = globSync('vendor/*.tgz', { cwd: copy })
    const bytes = readFileSync(join(copy, tarball))
    const place = at < 0 ? bytes.length + at : at
    bytes[place] = (bytes[place] ?? 0) ^ 1
    writeFileSync(join(copy, tarball), bytes)

    const installed = run(manager.frozen, copy, { ...folder.env, ...emptyHome(folder.root, 'other') })

    expect(installed.status).not.toBe(0)
  })
})

const inImage = managers.filter(({ usesPnp }) => usesPnp === undefined)

it.runIf(isLong).each(inImage)('the steps of the Dockerfile give an app that starts: $name', async (manager) => {
  const folder = makeFolder()
  const app = makeApp(folder, manager)
  const env = { ...folder.env, PATH: `${join(folder.env.HOME, 'bin')}${delimiter}${folder.env.PATH}` }
  mkdirSync(join(folder.root, 'image'))
  const image = buildImage(app, join(folder.root, 'image'), env)
  const words = (command: readonly string[]) => command.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' ')
  const variables = { ...image.env, ...appVariables(await freePort()) }

  const without = run(words(image.command), image.dir, { ...folder.env, ...image.env })
  await start(folder, words(image.command), image.dir, { ...folder.env, ...variables })
  const health = words(image.health).replace(':3000/', `:${variables['PORT']}/`)

  expect(without.status).not.toBe(0)
  expect(without.output).toContain('SVCAPP_')
  expect(run(health, image.dir, folder.env)).toEqual({ status: 0, output: '' })
  expect(existsSync(join(image.dir, 'node_modules/typescript'))).toBe(false)
})
