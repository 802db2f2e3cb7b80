import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, it, onTestFinished } from 'vitest'

import OrdersList from '../../../src/commands/call/orders/list.ts'
import DevLogs from '../../../src/commands/dev/logs.ts'
import DevStatus from '../../../src/commands/dev/status.ts'
import DevStop from '../../../src/commands/dev/stop.ts'
import Install from '../../../src/commands/install.ts'
import StoreOpen from '../../../src/commands/store/open.ts'
import { openSessionLog } from '../../../src/dev/background/session-log.ts'
import { lockProject } from '../../../src/dev/lock.ts'
import { isAlive } from '../../../src/processes/alive.ts'
import { isForBackground } from '../../../src/tasks/dev/is-for-background.ts'
import { runCommand } from '../../support/command/command.ts'
import { makeContext, NOON } from '../../support/context.ts'
import { makeInstalledPlatform, makePlatform } from '../../support/platform.ts'
import { plainAppToml } from '../../support/project.ts'

// What they do with a running one is in test/e2e/dev/side-by-side.test.ts.

function makeFolder(overrides: Parameters<typeof makeContext>[0] = {}) {
  const dir = mkdtempSync(join(tmpdir(), 'svcapp-dev-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  writeFileSync(join(dir, 'app.toml'), plainAppToml)
  const context = makeContext({ cwd: dir, ...overrides })
  return { context, place: { paths: context.paths, dir } }
}

const ready = {
  platform: 'default',
  app: 'http://127.0.0.1:3000',
  gateway: 'http://127.0.0.1:4810',
  outbound: 'http://127.0.0.1:4811',
  tunnel: null,
  admin: 'http://localhost:4801',
  webhooks: 'http://127.0.0.1:4810/webhooks',
  portal: 'http://127.0.0.1:4802',
  storefront: 'http://127.0.0.1:4803/demo',
  inspector: 'http://127.0.0.1:4812/#token=secret',
  health: 'http://127.0.0.1:4812/health',
  store: 'demo',
}

it('status and stop report that no session runs, and exit with 0', async () => {
  const { context } = makeFolder()

  expect(await runCommand(DevStatus, ['--json'], context)).toMatchObject({ exit: 0, result: { running: false } })
  expect(await runCommand(DevStop, [], context)).toMatchObject({ exit: 0, result: { stopped: false, pid: null } })
  expect(context.captured.stdout()).toContain('`app dev` is not running in this project.\n')
  const { stdout } = await runCommand(DevStatus, [], makeContext({ cwd: context.cwd, paths: context.paths }))
  expect(stdout).toBe('`app dev` is not running in this project. Start it with `app dev`.\n')
})

it.each([
  [200, 'ready', 'is running in'],
  [503, 'degraded', 'is down'],
])('status requests the health address and shows %i as %s', async (status, state, words) => {
  const send = async ({ url }: { url: URL }) => {
    expect(url.href).toBe(ready.health)
    return { status, headers: {}, body: new Uint8Array() } as never
  }
  const { context, place } = makeFolder({ send })
  const lock = lockProject({ ...place, pid: 4711, since: NOON.toISOString() })
  onTestFinished(lock.release)
  lock.publish({ target: 'emulator', appPid: 4712, ready })

  const { result, stdout } = await runCommand(DevStatus, [], context)

  expect(result).toMatchObject({
    running: true,
    state,
    pid: 4711,
    appPid: 4712,
    app: ready.app,
    appKey: 'app.acme.loyalty',
  })
  expect(stdout).toContain(words)
  expect(stdout).not.toContain('secret')
})

it('status shows why the app is down, the next step and the start time', async () => {
  const body = Buffer.from(JSON.stringify({ app: false, platform: true }))
  const send = async () => ({ status: 503, headers: {}, body }) as never
  const { context, place } = makeFolder({ send, width: 100 })
  const lock = lockProject({ ...place, pid: 4711, since: NOON.toISOString() })
  onTestFinished(lock.release)
  lock.publish({ target: 'emulator', ready })
  const log = openSessionLog(place, () => NOON)
  const start = () => log.write({ event: 'app-started', pid: 4712, command: ['node', 'app.mjs'] } as never)
  start()
  log.write({ event: 'app-exited', reason: 'exit code 1', restartInMs: 1000 })
  const exited = await runCommand(DevStatus, [], context)
  const failed = { reason: 'The app exited', advice: null, holder: null, restartInMs: null }
  log.write({ event: 'app-failed', message: 'SyntaxError: no', location: 'app.mjs:2', ...failed })

  const { stdout, result } = await runCommand(DevStatus, [], context)
  const shown = stdout.slice(exited.stdout.length)
  start()
  const restarted = await runCommand(DevStatus, [], context)

  expect(exited.stdout).toContain('the app is down\nReason: exit code 1\n')
  expect(restarted.stdout.slice(stdout.length)).toContain('the app is down\nRun `app dev logs`')
  expect(shown).toContain(
    'the app is down\nReason: app.mjs:2  SyntaxError: no\nRun `app dev logs` to see why. Press R in its terminal to restart the app.\n',
  )
  expect(stdout).toMatch(/ {2}Since +\d\d:\d\d:\d\d\n/)
  expect(result).toMatchObject({ since: NOON.toISOString() })
})

it.each([
  ['is malformed', (file: string) => writeFileSync(file, 'key = ')],
  ['is gone', (file: string) => rmSync(file)],
])(
  'while app.toml %s, the session of the folder can be shown, read and stopped, also from its subfolders',
  async (_, spoil) => {
    const { context, place } = makeFolder({ sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)) })
    const running = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
    const lock = lockProject({ ...place, pid: running.pid ?? 0, appKey: 'app.acme.loyalty' })
    running.once('exit', lock.release)
    onTestFinished(() => void running.kill())
    openSessionLog(place, () => NOON).write({ event: 'notice', text: 'it goes on' })
    const below = join(place.dir, 'src')
    mkdirSync(below)
    spoil(join(place.dir, 'app.toml'))

    const status = await runCommand(DevStatus, [], makeContext({ cwd: below, paths: place.paths }))
    const logs = await runCommand(DevLogs, [], makeContext({ cwd: place.dir, paths: place.paths }))
    const stop = await runCommand(DevStop, [], context)

    expect(status).toMatchObject({ exit: 0, result: { running: true, appKey: 'app.acme.loyalty', dir: place.dir } })
    expect(logs.stdout).toContain('it goes on')
    expect(stop).toMatchObject({ exit: 0, result: { stopped: true, pid: running.pid } })
  },
)

it('stop returns only after the process has exited, although its lock is released first', async () => {
  const { context, place } = makeFolder({
    sleep: async () => {
      sleeps += 1
      if (sleeps === 1) lock.release()
      if (sleeps === 3) running.kill('SIGKILL')
      await new Promise((resolve) => setTimeout(resolve, 5))
    },
  })
  let sleeps = 0
  const busy = "for (const name of ['SIGINT', 'SIGTERM']) process.on(name, () => {}); setInterval(() => {}, 1000)"
  const running = spawn(process.execPath, ['-e', `${busy}; console.log('on')`], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void running.kill('SIGKILL'))
  await once(running.stdout, 'data')
  const lock = lockProject({ ...place, pid: running.pid ?? 0 })

  const stop = await runCommand(DevStop, [], context)

  expect(stop).toMatchObject({ exit: 0, result: { stopped: true, pid: running.pid } })
  expect(sleeps).toBeGreaterThanOrEqual(3)
  expect(isAlive(running.pid ?? 0)).toBe(false)
})

it('status --json contains the inspector address without its access token (T19)', async () => {
  const { context, place } = makeFolder({ send: async () => ({ status: 200, headers: {}, body: new Uint8Array() }) })
  const lock = lockProject({ ...place, pid: 4711 })
  onTestFinished(lock.release)
  lock.publish({ target: 'emulator', appPid: 4712, ready })

  const { result, stdout } = await runCommand(DevStatus, ['--json'], context)

  expect(result).toMatchObject({ inspector: 'http://127.0.0.1:4812', health: ready.health })
  expect(stdout).not.toContain('secret')
})

it('logs reports on stderr that no session runs if it has no output to show', async () => {
  const { context, place } = makeFolder()
  const empty = await runCommand(DevLogs, [], context)
  const lock = lockProject({ ...place, pid: 4711 })
  onTestFinished(lock.release)
  const begun = await runCommand(DevLogs, [], makeContext({ cwd: place.dir, paths: place.paths }))

  expect(empty).toMatchObject({ exit: 0, stdout: '', stderr: '`app dev` is not running in this project.\n' })
  expect(begun).toMatchObject({ exit: 0, stdout: '', stderr: '' })
})

it('logs --follow prints all output, reports the end of the run and exits with 0, immediately if no run exists', async () => {
  const { context, place } = makeFolder()
  const log = openSessionLog(place, () => NOON)
  const lock = lockProject({ ...place, pid: 4711 })
  const notice = (text: string) => log.write({ event: 'notice', text })
  notice('before')
  let sleeps = 0
  const sleep = async () => {
    sleeps += 1
    if (sleeps === 2) lock.release()
    // The lock is let go of before the last line is written.
    if (sleeps === 3) log.write({ event: 'stopped', reason: 'stop requested' })
    if (sleeps > 9) throw new Error('It looks for ever.')
  }
  const made = { cwd: place.dir, paths: place.paths, sleep }

  const followed = await runCommand(DevLogs, ['--follow'], makeContext(made))
  const later = await runCommand(DevLogs, ['--follow'], context)

  expect(followed).toMatchObject({ exit: 0, stderr: '`app dev` has stopped.\n' })
  expect(followed.stdout).toMatch(/before[^]*Stopped: stop requested/)
  expect(later).toMatchObject({ exit: 0, stderr: '`app dev` is not running in this project.\n' })
  expect(later.stdout).toContain('Stopped')
})

it('an interrupted logs --follow exits with 130, like every command, after the output so far', async () => {
  const { place } = makeFolder()
  const log = openSessionLog(place, () => NOON)
  lockProject({ ...place, pid: 4711 })
  log.write({ event: 'notice', text: 'before' })
  const interrupted = new AbortController()
  const sleep = async () => {
    log.write({ event: 'notice', text: 'meanwhile' })
    interrupted.abort('SIGINT')
  }
  const made = { cwd: place.dir, paths: place.paths, sleep, interrupted: interrupted.signal }

  const stopped = await runCommand(DevLogs, ['--follow'], makeContext(made))

  expect([stopped.exit, stopped.error?.code]).toEqual([130, 'cli.interrupted'])
  expect(stopped.stdout).toMatch(/before[^]*meanwhile/)
})

it.each([
  [
    'emulator',
    false,
    'Installed    not yet: app install --approve',
    { installed: false, next: 'app install --approve' },
  ],
  ['live', false, 'not yet: app install --target live', { installed: false, next: 'app install --target live' }],
  ['emulator', true, 'Installed    yes', { installed: true, next: null }],
])(
  'status on %s shows whether the app is installed (%s), and how to install it',
  async (target, isInstalled, words, json) => {
    const { context, place } = makeFolder({
      send: async () => ({ status: 200, headers: {}, body: new Uint8Array() }),
    })
    const lock = lockProject({ ...place, pid: 4711 })
    onTestFinished(lock.release)
    lock.publish({ target, appPid: 4712, ready, isInstalled })

    const { result, stdout } = await runCommand(DevStatus, [], context)

    expect(result).toMatchObject(json)
    expect(stdout).toContain(words)
  },
)

it('logs shows the output since a time and from a source, as text or as JSON lines', async () => {
  const { context, place } = makeFolder()
  const log = openSessionLog(place, () => NOON)
  const at = (minutes: number) => new Date(NOON.getTime() - minutes * 60_000).toISOString()
  log.write({ event: 'app-output', stream: 'stdout', line: 'old', at: at(10) })
  log.write({ event: 'app-output', stream: 'stdout', line: 'from the app \u001b[31m', at: at(1) })
  log.write({ event: 'notice', text: 'from the platform', at: at(1) })
  log.close()

  const all = await runCommand(DevLogs, ['--json'], makeContext({ cwd: place.dir, paths: place.paths }))
  const lines = await runCommand(DevLogs, ['--ndjson'], makeContext({ cwd: place.dir, paths: place.paths }))
  const some = await runCommand(DevLogs, ['--since', '5m', '--source', 'app'], context)

  expect([lines.stdout, lines.exit]).toEqual([all.stdout, 0])
  expect(
    all.stdout
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as { source: string }).source),
  ).toEqual(['app', 'app', 'platform'])
  expect(some.stdout).toMatch(/^ {2}app \| from the app /)
  expect(some.stdout).not.toContain('\u001b')
})

it('logs shows a store only if it differs from the store of the run', async () => {
  const { context, place } = makeFolder()
  const log = openSessionLog(place, () => NOON)
  const delivery = {
    event: 'delivery',
    eventId: 'evt_1',
    topic: 'order.paid',
    storeId: '1',
    regionId: '2',
    status: 200,
  } as const
  const rest = { ms: 5, mark: 'first', outcome: 'forwarded', error: null, orderNumber: 'X-7', deliveryId: 1 } as const
  log.write({ event: 'store', code: 'demo', name: 'Demo', created: false })
  for (const storeCode of ['demo', 'small']) log.write({ ...delivery, ...rest, storeCode, regionCode: 'tr' })
  log.close()

  const { stdout } = await runCommand(DevLogs, ['--source', 'gateway'], context)

  expect(stdout.split('\n').map((line) => line.slice(9))).toMatchObject([
    expect.stringContaining('order.paid X-7 tr 200'),
    expect.stringContaining('order.paid X-7 small/tr 200'),
    '',
  ])
})

it('runs in the background automatically only for a coding agent, and only if nothing reads its events', async () => {
  const none = { once: false, isJson: false, ndjson: false }
  const agent = async () => 'claude'
  const called = makeContext({ agent })
  const person = makeContext({ agent, ask: {} })
  const child = makeContext({ agent, env: { SVCAPP_DEV_BACKGROUND: '1' } })

  expect(await isForBackground(called, none)).toBe(true)
  expect(await isForBackground(person, none)).toBe(false)
  expect(await isForBackground(makeContext({ agent: async () => null }), none)).toBe(false)
  for (const name of ['cursor', 'replit', 'github-copilot'])
    expect(await isForBackground(makeContext({ agent: async () => name }), none)).toBe(false)
  const said = makeContext({ agent: async () => 'github-copilot', env: { AI_AGENT: 'github-copilot' } })
  expect(await isForBackground(said, none)).toBe(true)
  expect(await isForBackground(child, { ...none, background: true })).toBe(false)
  expect(await isForBackground(person, { ...none, background: true })).toBe(true)
  expect(await isForBackground(called, { ...none, background: false })).toBe(false)
  for (const read of [{ once: true }, { isJson: true }, { ndjson: true }, { 'ready-file': 'x' }])
    expect(await isForBackground(called, { ...none, ...read })).toBe(false)
  await expect(isForBackground(called, { ...none, background: true, once: true })).rejects.toThrow('--once')
})

it('status lists the store regions in which the app is installed (INST-065)', async () => {
  const platform = await makePlatform()
  await runCommand(Install, ['--approve', '--region', 'de'], platform.context())
  const lock = lockProject({ paths: platform.paths, dir: platform.cwd, pid: 4711 })
  onTestFinished(lock.release)
  // The session asks for the home region.
  lock.publish({ target: 'emulator', appPid: 4712, ready: { ...ready, health: null }, isInstalled: false })

  const { result, stdout } = await runCommand(DevStatus, [], platform.context())

  expect(result).toMatchObject({ installed: true, next: null, installedRegions: ['de'], otherRegions: ['tr', 'gb'] })
  expect(stdout).toContain('Installed    de (not tr, gb: app install --approve --store demo --region tr)')
})

it('status names the session store and region in the command that grants a scope, if another store is current', async () => {
  const platform = await makeInstalledPlatform()
  const lock = lockProject({ paths: platform.paths, dir: platform.cwd, pid: 4711, flags: { region: 'tr' } })
  onTestFinished(lock.release)
  lock.publish({ target: 'emulator', appPid: 4712, ready: { ...ready, health: null }, isInstalled: true })
  await platform.made.registerApp({ requested_scopes: ['orders.read', 'products.write'] })
  const status = async () => (await runCommand(DevStatus, [], platform.context())).result

  const before = await status()
  await runCommand(StoreOpen, ['--name', 'Second shop'], platform.context())
  const after = await status()

  const missing = { installed: true, missingScopes: ['products.write'] }
  expect(before).toMatchObject({ ...missing, next: 'app install --approve --region tr --yes' })
  expect(after).toMatchObject({ ...missing, next: 'app install --approve --store demo --region tr --yes' })
})

it('status lists topics to which the install is not subscribed, unless a new install would not add them, and the command that adds them', async () => {
  const platform = await makeInstalledPlatform()
  const lock = lockProject({ paths: platform.paths, dir: platform.cwd, pid: 4711 })
  onTestFinished(lock.release)
  lock.publish({ target: 'emulator', appPid: 4712, ready: { ...ready, health: null }, isInstalled: true })
  await platform.made.registerApp({ webhook_topics: ['order.paid', 'order.cancelled', 'fulfillment.requested'] })

  const { result, stdout } = await runCommand(DevStatus, [], platform.context())

  expect(result).toMatchObject({
    installed: true,
    missingTopics: ['order.paid', 'order.cancelled'],
    next: 'app install --approve --yes',
  })
  expect(result).not.toHaveProperty('missingScopes')
  expect(stdout).toContain(
    'Installed    yes, not subscribed to order.paid, order.cancelled: app install --approve --yes',
  )
})

it.each([
  ['is reset', 'app'],
  ['is reset, and the app registered again without its store', 'store'],
])('status suggests a restart when the emulator %s while app dev runs', async (_, missing) => {
  const platform = await makeInstalledPlatform()
  const lock = lockProject({ paths: platform.paths, dir: platform.cwd, pid: 4711 })
  onTestFinished(lock.release)
  lock.publish({ target: 'emulator', appPid: 4712, ready: { ...ready, health: null }, isInstalled: true })
  const before = await runCommand(DevStatus, [], platform.context())

  await platform.made.control('POST', '/reset')
  if (missing === 'store') await platform.made.registerApp()
  const { result, stdout, exit } = await runCommand(DevStatus, [], platform.context())

  expect(before.result).toMatchObject({ state: 'ready', registered: true, installed: true, next: null })
  expect(result).toMatchObject({
    state: 'degraded',
    registered: false,
    installed: false,
    next: 'app dev stop && app dev',
  })
  expect([exit, stdout]).toEqual([
    0,
    expect.stringMatching(/no longer registered on the emulator\. Restart `app dev`\./),
  ])
  expect(stdout).toContain('Installed    not yet: app dev stop && app dev')
})

it.each([[[]], [['--region', 'all']]])(
  'a call of %j without an install suggests a command that works while `app dev` runs',
  async (flags) => {
    const platform = await makePlatform()
    const call = async () => (await runCommand(OrdersList, flags, platform.context())).error
    const before = await call()
    const lock = lockProject({ paths: platform.paths, dir: platform.cwd, pid: 4711 })
    onTestFinished(lock.release)
    lock.publish({ target: 'emulator' })

    const error = await call()

    expect(before).toMatchObject({ code: 'install.unknown', suggestions: [expect.stringContaining('`app dev`')] })
    expect(error).toMatchObject({ code: 'install.unknown', suggestions: ['app install --approve'] })
  },
)
