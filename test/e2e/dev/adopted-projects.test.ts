import { spawn, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { describe, expect, it, onTestFinished } from 'vitest'

import { moveAppPort } from '../../../scripts/demo/move-app-port.ts'
import { appVariables } from '../../support/dev/app-variables.ts'
import { pasteLines } from '../../support/dev/paste-lines.ts'
import { linkKit } from '../../support/dev/scaffolded.ts'
import { isLong } from '../../support/machine/long-run.ts'
import { isMissing, needing } from '../../support/machine/needed-programs.ts'
import { networkEnv } from '../../support/machine/network-env.ts'
import { freePort } from '../../support/processes/free-port.ts'
import { freePorts, runCli, type RunFolder } from '../../support/run-cli.ts'

const fixtures = join(import.meta.dirname, '../../apps/adopted')

/** A copy of a project that knows nothing of the platform. */
function makeProject(name: string): RunFolder {
  const dir = mkdtempSync(join(tmpdir(), 'svcapp-adopted-'))
  const ends: (() => void)[] = []
  onTestFinished(() => {
    for (const end of ends) end()
    rmSync(dir, { recursive: true, force: true, maxRetries: 5 })
  })
  cpSync(join(fixtures, name), dir, { recursive: true })
  const env = {
    ...networkEnv,
    PATH: process.env['PATH'] ?? '',
    HOME: dir,
    SVCAPP_HOME: join(dir, '.state'),
    SVCAPP_CREDENTIALS: '',
    NEXT_TELEMETRY_DISABLED: '1',
  }
  return { dir, env, atEnd: (work) => void ends.push(work) }
}

/** Adopts the project, and returns what was printed and which files are new. */
async function adopt(project: RunFolder) {
  const before = listFiles(project.dir)
  const init = runCli(project, ['init', 'app.acme.shop', '--here', '--yes'])
  expect([await init.ended, init.stderr()]).toEqual([0, ''])
  const files = listFiles(project.dir).filter((file) => !before.includes(file))
  // Other tests run apps on the usual ports at the same time.
  await moveAppPort(project.dir, await freePort())
  return { printed: init.stdout(), files: files.map((file) => file.replace(/-[\d.]+\.tgz$/, '.tgz')) }
}

function listFiles(dir: string): string[] {
  const all = readdirSync(dir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const files = all.map((entry) => join(entry.parentPath, entry.name).slice(dir.length + 1))
  return files.filter((file) => !/^(?:\.state|node_modules)\//.test(file)).toSorted()
}

/** The packages of the project from the registry, and the kit by the printed command. */
function installPackages({ dir, env }: RunFolder, printed: string): void {
  const [command = ''] = printed.match(/npm install \.\/vendor\/\S+/) ?? []
  const { status, stderr } = spawnSync(`${command} --no-audit --no-fund`, {
    cwd: dir,
    env,
    shell: true,
    encoding: 'utf8',
  })
  expect([command !== '', status, stderr]).toEqual([true, 0, expect.anything()])
}

/** The packages that this repository has too, without a network. */
function linkPackages({ dir }: RunFolder): void {
  linkKit(dir)
  mkdirSync(join(dir, 'node_modules/@hono'))
  for (const name of ['hono', '@hono/node-server'])
    symlinkSync(join(import.meta.dirname, '../../../node_modules', name), join(dir, 'node_modules', name), 'junction')
}

async function runOnce(project: RunFolder) {
  const dev = runCli(project, ['dev', '--approve', '--once', '--json', ...freePorts])
  const code = await dev.ended
  expect([code, dev.stderr()]).toEqual([0, expect.anything()])
  return dev.events()
}

interface CheckReport {
  readonly counts: { readonly passed: number; readonly failed: number }
  readonly findings: readonly { readonly check: string }[]
}

async function runCheck(project: RunFolder, argv: readonly string[] = []) {
  // The default limit of 30 s is not part of these tests.
  const check = runCli(project, ['check', '--yes', '--json', '--timeout', '3600', ...argv])
  await check.ended
  expect(check.stderr()).not.toContain('Error')
  const { counts, findings } = JSON.parse(check.stdout()) as CheckReport
  return { ...counts, findings: findings.map((finding) => finding.check) }
}

/** Starts the project without the CLI, and posts JSON to paths of it. */
async function startProject(project: RunFolder) {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const env = { ...project.env, ...appVariables(port) }
  const { main = '', scripts } = JSON.parse(readFileSync(join(project.dir, 'package.json'), 'utf8'))
  const file = main === '' ? String(scripts.start).replace('node ', '') : main
  const child = spawn(process.execPath, [file], { cwd: project.dir, env, stdio: 'ignore' })
  project.atEnd(() => void child.kill('SIGKILL'))
  const isUp = () =>
    fetch(url).then(
      () => true,
      () => false,
    )
  await expect.poll(isUp).toBe(true)
  return async (path: string, body: object) => {
    const response = await fetch(url + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
    return { status: response.status, text: await response.text() }
  }
}

/** Puts a parser in front of the kit, which is the mistake that the printed line warns of. */
function parseFirst(dir: string, [file, from, to]: readonly [string, string | RegExp, string]): void {
  const path = join(dir, file)
  const before = readFileSync(path, 'utf8')
  const after = before.replace(from, to)
  expect(after).not.toBe(before)
  writeFileSync(path, after)
}

const frameworks = [
  {
    name: 'express',
    isHere: isLong,
    own: 'svcapp.mjs',
    turned: ['server.js', 'app.use(node(svcapp))', 'app.use(express.json())\napp.use(node(svcapp))'],
  },
  {
    name: 'fastify',
    isHere: isLong,
    own: 'svcapp.js',
    turned: ['server.js', "addHook('onRequest'", "post('/webhooks', () => '')\nserver.addHook('preHandler'"],
  },
  {
    name: 'hono',
    isHere: true,
    own: 'src/svcapp.js',
    turned: ['src/index.js', /^const app.*$/m, '$&\napp.use(async (c, next) => (await c.req.json(), next()))'],
  },
] as const

describe.each(frameworks.filter(({ isHere }) => isHere))('a server on $name', ({ name, own, turned }) => {
  it('keeps its routes, and receives events after pasting the printed lines', async () => {
    const project = makeProject(name)
    const { printed, files } = await adopt(project)
    expect(files).toEqual(['.gitignore', 'app.toml', 'vendor/svcapp-kit.tgz'])
    if (isLong) installPackages(project, printed)
    else linkPackages(project)
    pasteLines(project.dir, printed)
    expect(listFiles(project.dir)).toContain(own)

    const events = await runOnce(project)
    const report = await runCheck(project, ['--only', 'signature,once,install'])
    const post = await startProject(project)
    const cart = await post('/carts', { items: [1, 2] })

    expect(events).toContainEqual(expect.objectContaining({ event: 'installed', alreadyInstalled: false }))
    expect(events.filter(({ event, text }) => event === 'notice' && String(text).includes('no webhook route'))).toEqual(
      [],
    )
    expect(report).toMatchObject({ failed: 0, findings: [] })
    expect(report.passed).toBeGreaterThan(40)
    expect(cart).toMatchObject({ status: 201, text: '{"items":2}' })
  })

  it('reports a body parser ahead of the kit when the first event arrives', async () => {
    const project = makeProject(name)
    const { printed } = await adopt(project)
    if (isLong) installPackages(project, printed)
    else linkPackages(project)
    pasteLines(project.dir, printed)
    parseFirst(project.dir, turned)
    const post = await startProject(project)
    await post('/webhooks', {})

    const delivery = await post('/webhooks', { eventId: 'evt_1', storeId: 1001 })

    // A kit that waits for a body responds with body-too-slow instead.
    expect(delivery).toEqual({ status: 500, text: 'kit.body-consumed' })
  })
})

it.runIf(isLong)('a Next.js server receives events after pasting the printed lines', async () => {
  const project = makeProject('next')
  const { printed, files } = await adopt(project)
  expect(files).toEqual(['.gitignore', 'app.toml', 'vendor/svcapp-kit.tgz'])
  installPackages(project, printed)
  pasteLines(project.dir, printed)

  const events = await runOnce(project)
  const report = await runCheck(project, ['--only', 'signature,install'])

  expect(report).toMatchObject({ failed: 0, findings: [] })
  expect(report.passed).toBeGreaterThan(25)
  expect(events).toContainEqual(expect.objectContaining({ event: 'installed', alreadyInstalled: false }))
  const missing = events.filter(({ event, text }) => event === 'notice' && String(text).includes('no webhook route'))
  expect(missing).toEqual([])
})

describe.each(isLong ? (['python', 'php'] as const) : (['python'] as const))('a server in %s', (name) => {
  it.skipIf(isMissing(name))(needing(name, 'gets findings of app check for its missing routes'), async () => {
    const project = makeProject(name)

    const { files, printed } = await adopt(project)
    const events = await runOnce(project)
    const report = await runCheck(project, ['--only', 'signature,install,answer'])

    expect(files).toEqual(['.gitignore', 'app.toml'])
    expect(printed).not.toContain('Paste into')
    expect(events).toContainEqual(
      expect.objectContaining({ event: 'notice', text: expect.stringContaining('no webhook route') }),
    )
    expect(report.findings).toEqual(['signature.genuine', 'install.works'])
    expect(report.passed).toBeGreaterThan(0)
  })
})

it('of two simultaneous adoptions one succeeds, with all of its files', async () => {
  const project = makeProject('express')
  const runs = ['app.acme.one', 'app.acme.two'].map((key) =>
    runCli(project, ['init', key, '--here', '--yes', '--json']),
  )
  const exits = await Promise.all(runs.map(({ ended }) => ended))
  const winner = runs[exits.indexOf(0)]

  expect(exits.toSorted((one, other) => Number(one) - Number(other))).toEqual([0, 3])
  expect(readFileSync(join(project.dir, 'app.toml'), 'utf8')).toContain(JSON.parse(winner?.stdout() ?? '{}').key)
  expect(listFiles(project.dir)).toEqual(
    expect.arrayContaining([expect.stringMatching(/^vendor\/.*\.tgz$/), '.gitignore']),
  )
})
