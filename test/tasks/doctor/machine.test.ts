import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'

import { writeRunFile } from '../../../src/control/run-file.ts'
import { AppError } from '../../../src/errors.ts'
import { ensureFolder } from '../../../src/storage/files.ts'
import { satisfies } from '../../../src/tasks/doctor/machine/node.ts'
import { lookAtPorts, ports } from '../../../src/tasks/doctor/machine/ports.ts'
import { withoutKeychain } from '../../credentials/support.ts'
import { makeContext, NOON } from '../../support/context.ts'
import { freePort } from '../../support/processes/free-port.ts'
import { plainAppToml } from '../../support/project.ts'
import { diagnose, runCheck } from './support.ts'

// Each check has a limit of seconds, which a busy machine may exceed. No test of this file is about that limit.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout'] }))
afterEach(() => void vi.useRealTimers())

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'svcapp-doctor-'))
  onTestFinished(() => rmSync(made, { recursive: true, force: true }))
  return made
}

/** The number of a process that has ended. */
function deadPid(): number {
  return spawnSync(process.execPath, ['-e', '']).pid
}

/** A file system of its own; null where this user may not mount. */
function mountSmall(): string | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return null
  const place = folder()
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=8m,mode=0700', 'tmpfs', place]).status !== 0) return null
  onTestFinished(() => void spawnSync('umount', ['-l', place]))
  return place
}

const plainRuntime = makePlainRuntime()

function makePlainRuntime() {
  const versions = { node: process.versions.node, sqlite: '3.53.0' }
  return {
    script: 'bin/run.js',
    nodePath: process.execPath,
    systemNodeTooOld: false,
    pid: process.pid,
    versions,
    platform: 'linux',
    machine: 'linux-x64',
  }
}

describe('node', () => {
  it.each([
    [{ versions: { node: '20.1.0', sqlite: '3.53.0' } }, 'failed', '20.1.0'],
    [{ versions: { node: '24.21.0', sqlite: '3.46.1' } }, 'failed', '3.46.1'],
    [{ systemNodeTooOld: true }, 'warning', 'too old'],
    [{}, 'ok', process.versions.node],
  ])('%j is %s', async (runtime, state, found) => {
    const { of } = await diagnose(makeContext({ runtime: { ...plainRuntime, ...runtime } }))

    expect(of('node')).toMatchObject({ state, found: expect.stringContaining(found) })
  })

  it.each([
    ['22.22.1', false],
    ['22.22.2', true],
    ['23.9.0', false],
    ['24.14.9', false],
    ['24.15.0', true],
    ['25.0.0', false],
    ['26.0.0', true],
    ['30.1.2', true],
  ])('reads the range of package.json as npm does: %s is %s', (version, isFine) => {
    expect(satisfies(version, '^22.22.2 || ^24.15.0 || >=26')).toBe(isFine)
  })
})

it('package: lists the missing parts of an installation', async () => {
  const packageRoot = folder()
  writeFileSync(join(packageRoot, 'package.json'), '{"version":"0.1.0","engines":{"node":">=22"}}')

  const { of, exit } = await diagnose(makeContext({ packageRoot }))

  expect(of('package')).toMatchObject({ state: 'failed', remedy: expect.stringContaining('npm install') })
  expect(of('package').details['missing']).toContain('bin/run.js')
  expect([of('node').state, exit]).toEqual(['ok', 11])
})

describe('disk and state folder', () => {
  it('a nearly full disk and a read-only disk are failures', async ({ skip }) => {
    const home = mountSmall() ?? skip('mounting a tmpfs needs Linux and root')
    const context = makeContext({ env: { SVCAPP_HOME: join(home, 'state') } })

    const small = await diagnose(context)
    spawnSync('mount', ['-o', 'remount,ro', home])
    const closed = await diagnose(context)

    expect(small.of('disk')).toMatchObject({ state: 'failed', remedy: expect.stringContaining('SVCAPP_HOME') })
    expect(small.of('state-folder').state).toBe('ok')
    expect(closed.of('state-folder')).toMatchObject({
      state: 'failed',
      found: expect.stringContaining('cannot be written'),
    })
    expect(closed.of('state-folder').found.match(/cannot be written/g)).toHaveLength(1)
    expect(closed.exit).toBe(11)
  })

  it('a state folder that cannot be created is a failure, and the other checks still run', async () => {
    const file = join(folder(), 'file')
    writeFileSync(file, '')

    const { of, document } = await diagnose(makeContext({ env: { SVCAPP_HOME: join(file, 'state') } }))

    expect(of('state-folder')).toMatchObject({ state: 'failed', found: expect.stringContaining('cannot be written') })
    expect(document.checks.filter(({ found }) => found === '')).toEqual([])
  })

  it('files open to other users are reported, and --fix closes them (T17)', async () => {
    const context = makeContext()
    const { home } = context.paths
    mkdirSync(join(home, 'dev'), { recursive: true, mode: 0o755 })
    chmodSync(home, 0o777)
    writeFileSync(join(home, 'journal.note'), '', { mode: 0o666 })
    writeFileSync(join(home, 'program'), '')
    chmodSync(join(home, 'program'), 0o755)

    const before = await diagnose(context)
    const fixed = await diagnose(context, '--fix')

    expect(before.of('state-folder')).toMatchObject({ state: 'failed', remedy: '`app doctor --fix`' })
    expect(fixed.of('state-folder')).toMatchObject({ state: 'ok', fixed: 'made 4 files and folders private' })
    const modes = [home, join(home, 'dev'), join(home, 'journal.note'), join(home, 'program')].map(
      (path) => statSync(path).mode & 0o777,
    )
    expect(modes).toEqual([0o700, 0o700, 0o600, 0o700])
  })

  it('a link in place of a file of this tool is reported and stays unchanged (T20)', async () => {
    const context = makeContext()
    ensureFolder(context.paths.home)
    const victim = join(folder(), 'victim')
    writeFileSync(victim, 'precious', { mode: 0o644 })
    chmodSync(victim, 0o644)
    symlinkSync(victim, context.paths.stateDb)

    const { of } = await diagnose(context, '--fix')

    expect(of('state-folder')).toMatchObject({
      state: 'failed',
      fixed: null,
      details: { links: [context.paths.stateDb] },
    })
    expect(statSync(victim).mode & 0o777).toBe(0o644)
  })
})

it('leftovers: files of killed processes are reported, and --fix removes them', async () => {
  const context = makeContext({ now: () => new Date() })
  const { paths } = context
  const pid = deadPid()
  ensureFolder(paths.emulatorDir)
  ensureFolder(join(paths.home, 'dev'))
  const urls = { api: 'http://127.0.0.1:1', admin: 'a', portal: 'http://127.0.0.1:1', storefront: 's' }
  writeRunFile(paths, { id: 'gone', pid, urls, controlToken: 'x', startedAt: NOON.toISOString() })
  const note = join(paths.home, 'dev', '0123456789abcdef.json')
  writeFileSync(note, JSON.stringify({ pid }), { mode: 0o600 })
  const tunnel = join(paths.home, 'dev', '0123456789abcdef.tunnel.json')
  writeFileSync(tunnel, '{}', { mode: 0o600 })
  const broken = join(paths.home, '.state.db.0123456789ab.tmp')
  writeFileSync(broken, '', { mode: 0o600 })
  utimesSync(broken, new Date(0), new Date(0))
  const fresh = join(paths.home, '.state.db.ba9876543210.tmp')
  writeFileSync(fresh, '', { mode: 0o600 })

  const before = await diagnose(context)
  const fixed = await diagnose(context, '--fix')

  expect(before.of('leftovers')).toMatchObject({ state: 'warning', found: expect.stringContaining(`pid ${pid}`) })
  expect(before.exit).toBe(0)
  expect(fixed.of('leftovers')).toMatchObject({ state: 'ok', fixed: expect.stringContaining('4 files') })
  expect([paths.runFile, note, tunnel, broken, fresh].map((path) => existsSync(path))).toEqual([
    false,
    false,
    false,
    false,
    true,
  ])
})

describe('credentials', () => {
  it('a secret store with a problem is a failure with a fix', async () => {
    const locked = new AppError('credentials.locked', 'The keychain is locked.', { suggestions: ['Unlock it.'] })
    const store = await makeContext().credentials({ isEmulator: true })

    const { of } = await diagnose(
      makeContext({ credentials: async () => ({ ...store, probe: () => Promise.reject(locked) }) }),
    )

    expect(of('credentials')).toMatchObject({
      state: 'failed',
      remedy: 'Unlock it.',
      details: { code: 'credentials.locked' },
    })
  })

  it.each([
    [{ SVCAPP_TARGET: 'emulator', SVCAPP_TOKEN: 'svcapp_1001_7_abcdefabcdef' }, 'ok'],
    [{ SVCAPP_CREDENTIALS: 'env' }, 'ok'],
    [{ SVCAPP_CREDENTIALS: 'nowhere' }, 'failed'],
    [{}, 'ok'],
  ])('with %j it is %s', async (env: Record<string, string>, state) => {
    const { of } = await diagnose(makeContext({ env }))

    expect(of('credentials').state).toBe(state)
  })

  it('uses the encrypted file without a keychain, and does not prompt for its passphrase', async () => {
    const SVCAPP_PASSPHRASE = 'four words of mine'
    const nobody = () => Promise.reject(new Error('Asked.'))
    const made = makeContext({ ask: { password: nobody, confirm: nobody } })
    const withEnv = (env: Record<string, string>) => withoutKeychain({ ...made, env: { ...made.env, ...env } })
    const look = async (env: Record<string, string>) =>
      (await diagnose(withEnv(env), '--target', 'live')).of('credentials')
    const skipped = { state: 'skipped', remedy: expect.stringContaining('SVCAPP_PASSPHRASE') }

    expect(await look({})).toMatchObject({ state: 'failed', details: { code: 'credentials.unavailable' } })
    expect(await look({ SVCAPP_CREDENTIALS: 'file' })).toMatchObject(skipped)
    await (await withEnv({ SVCAPP_CREDENTIALS: 'file', SVCAPP_PASSPHRASE }).credentials()).probe()

    expect(await look({})).toMatchObject(skipped)
    expect(await look({ SVCAPP_PASSPHRASE })).toMatchObject({
      state: 'ok',
      found: `a test item was written, read and deleted: encrypted-file, ${made.paths.credentialsFile} (no keychain)`,
    })
  })
})

/** A program that listens, in a folder. */
async function listener(port: number, cwd?: string) {
  const code = `require('node:net').createServer().listen(${port}, '127.0.0.1', () => console.log('up'))`
  const program = spawn(process.execPath, ['-e', code], { stdio: ['ignore', 'pipe', 'ignore'], cwd })
  onTestFinished(() => void program.kill())
  await once(program.stdout, 'data')
  return program
}

function projectOn(port: number): string {
  const cwd = folder()
  writeFileSync(join(cwd, 'app.toml'), `${plainAppToml}[dev]\nport = ${port}\n`)
  return cwd
}

it('ports: reports which process uses one', async () => {
  const port = await freePort()
  const holder = await listener(port)

  const { of } = await diagnose(makeContext({ cwd: projectOn(port) }))

  expect(of('ports').state).toBe('warning')
  expect(of('ports').found).toContain(`${port} (your app) by`)
  expect(of('ports').found).toContain(`pid ${holder.pid}`)
})

it.runIf(process.platform === 'linux')(
  'ports: a usual port in use by another project needs no fix, unlike the port of the app, since app dev picks another',
  async () => {
    const [port, own] = [await freePort(), await freePort()]
    const [elsewhere, here] = [projectOn(port), projectOn(own)]
    await listener(port, elsewhere)
    const context = makeContext({ cwd: here })
    const look = () => runCheck(context, { ...ports, run: (facts) => lookAtPorts(facts, { [port]: 'gateway' }) })

    const usual = await look()
    const apart = await listener(own, elsewhere)
    const both = await look()

    expect(usual).toMatchObject({
      state: 'ok',
      found: `free: ${own}; in use by another project (this project uses other ports): ${port}`,
      details: { ports: expect.arrayContaining([expect.objectContaining({ port, use: 'elsewhere' })]) as unknown[] },
    })
    expect(both).toMatchObject({
      state: 'warning',
      found: expect.stringContaining(`in use: ${own} (your app) by node`),
    })
    expect(both.found).toContain(`pid ${apart.pid}`)
    expect(both.found).not.toContain(String(port))
  },
)
