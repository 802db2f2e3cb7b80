import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { named, reach } from '../support/dev/dev-events.ts'
import { makeDevProject, type DevProject } from '../support/dev/dev-project.ts'
import { freePort } from '../support/processes/free-port.ts'
import { processesUnder } from '../support/processes/left-behind.ts'
import { freePorts, runCli, type DevRun } from '../support/run-cli.ts'

const stays = ['dev', '--approve', '--yes', '--ndjson', ...freePorts]

/** A project whose sources are its `app.mjs`. */
async function makeWatched(): Promise<DevProject> {
  const project = await makeDevProject()
  project.replace('[dev]', '[dev]\nwatch = ["app.mjs"]')
  return project
}

async function place(project: DevProject, ...more: string[]): Promise<void> {
  const run = runCli(project, ['emulator', 'order', 'place', '--json', ...more])
  expect(await run.ended, run.stderr()).toBe(0)
}

/** Ends it as Ctrl-C does and looks that nothing is left. */
async function endWhole(project: DevProject, run: DevRun): Promise<void> {
  run.child.kill('SIGINT')
  expect(await run.ended).toBe(130)
  await expect.poll(() => processesUnder(project.dir)).toEqual([])
}

describe('app dev follows changes', () => {
  it('restarts the app when a source changes, and the next delivery reaches the new process', async () => {
    const project = await makeWatched()
    const run = runCli(project, stays)
    await reach(run, 'installed')

    project.edit((text) => `console.log('second edition')\n${text}`)
    const restart = await reach(run, 'restart')
    await reach(run, 'app-listening', 2)
    await place(project)
    await reach(run, 'delivery')

    expect(restart).toMatchObject({ reason: 'change', files: ['app.mjs'] })
    expect(run.stdout()).toContain('second edition')
    expect(project.seen().length).toBe(1)
    // It is one session: nothing of the emulator or the install was done again, and nothing crashed.
    expect(['emulator', 'ready', 'installed', 'app-exited'].map((name) => named(run, name).length)).toEqual([
      1, 1, 1, 0,
    ])
    await endWhole(project, run)
  })

  it('warns about a slot whose page is missing, also if the app is slow, at startup and after a change of app.toml', async () => {
    const project = await makeWatched()
    project.edit((text) =>
      text.replace(
        "if (url.pathname === '/auth/start')",
        "if (url.pathname === '/none') return setTimeout(() => res.writeHead(404).end(), 3200)\n  if (url.pathname === '/auth/start')",
      ),
    )
    project.append(
      '[manifest]\nrender_mode = "iframe"\n[[manifest.slots]]\ntype = "order-detail"\npath = "none"\nlabel = "A"\n',
    )
    const run = runCli(project, stays)
    const warning = (type: string) =>
      `The slot ${type} shows an error because the app responds with 404 at /none. Add the page or remove the slot.`
    const texts = () => named(run, 'notice').map(({ text }) => text)
    await expect.poll(texts).toContain(warning('order-detail'))

    project.replace('"order-detail"', '"settings"')
    await expect.poll(texts).toContain(warning('settings'))

    await endWhole(project, run)
  })

  it('a syntax error does not end the session: its location is reported, and the next change starts the app', async () => {
    const project = await makeWatched()
    const good = readFileSync(join(project.dir, 'app.mjs'), 'utf8')
    project.edit(() => 'const a = 1\nconst b = = 2\n')
    const run = runCli(project, stays)

    const failed = await reach(run, 'app-failed')
    project.edit(() => 'import "left-pad"\n')
    const missing = await reach(run, 'app-failed', 2)
    expect(named(run, 'ready')).toEqual([])
    project.edit(() => good)
    await reach(run, 'installed')

    expect(failed).toMatchObject({
      location: 'app.mjs:2',
      message: expect.stringContaining('SyntaxError'),
      restartInMs: null,
    })
    expect(missing).toMatchObject({ location: 'app.mjs', advice: 'npm install left-pad' })
    expect(named(run, 'emulator').length).toBe(1)
    await endWhole(project, run)
  })

  it('Ctrl-C while waiting for a change leaves nothing behind (P15)', async () => {
    const project = await makeWatched()
    project.edit(() => 'process.exit(1)')
    const run = runCli(project, stays)
    await reach(run, 'app-failed')

    await endWhole(project, run)
  })

  it('Ctrl-C during a restart leaves nothing behind (P15)', async () => {
    const project = await makeWatched()
    const run = runCli(project, stays)
    await reach(run, 'installed')
    project.edit((text) => `${text}\n`)
    await reach(run, 'restart')

    await endWhole(project, run)
  })

  it('a change during startup restarts the app immediately', async () => {
    const project = await makeWatched()
    const good = readFileSync(join(project.dir, 'app.mjs'), 'utf8')
    project.edit(() => 'console.log("thinking"); setInterval(() => {}, 1000)')
    const run = runCli(project, stays)
    await expect.poll(() => run.stdout()).toContain('thinking')

    project.edit(() => good)
    await reach(run, 'installed')

    expect(named(run, 'app-started').length).toBe(2)
    expect(named(run, 'app-failed')).toEqual([])
    await endWhole(project, run)
  })

  it('registers a changed app.toml, reports missing consent now and at the next start, and ignores a broken file', async () => {
    const project = await makeWatched()
    const run = runCli(project, stays)
    await reach(run, 'installed')

    project.replace('"orders.read"', '"orders.read", "products.read"')
    const needed = await reach(run, 'consent-needed')
    await reach(run, 'app-listening', 2)
    const status = runCli(project, ['dev', 'status', '--json'])
    await status.ended
    project.append('port = 1\n')
    await expect.poll(() => named(run, 'config').length).toBe(2)
    project.replace('port = 1\n', '')
    await expect.poll(() => named(run, 'config').length).toBe(3)
    const show = runCli(project, ['emulator', 'app', 'show', '--json'])
    await show.ended
    await endWhole(project, run)
    const again = runCli(project, stays)
    const told = await reach(again, 'consent-needed')
    await reach(again, 'ready')
    const pasted = runCli(project, [...String(told['next']).split(' ').slice(1), '--json'])
    const exit = await pasted.ended
    await endWhole(project, again)

    expect(needed).toMatchObject({ scopes: ['products.read'], topics: [] })
    expect(JSON.parse(status.stdout())).toMatchObject({ installed: true, missingScopes: ['products.read'] })
    expect(named(run, 'config')[0]).toMatchObject({ changed: ['scopes'], problem: null })
    expect(named(run, 'config')[1]).toMatchObject({ changed: [], problem: expect.stringContaining('app.toml:') })
    expect(named(run, 'config')[2]).toMatchObject({ changed: [], problem: null })
    expect(JSON.parse(show.stdout())).toMatchObject({ requested_scopes: ['orders.read', 'products.read'] })
    expect(told).toMatchObject({ scopes: ['products.read'], next: 'app install --approve --yes' })
    expect([exit, JSON.parse(pasted.stdout())]).toMatchObject([0, { scopes: ['orders.read', 'products.read'] }])
  })

  it('a new dev.port in app.toml moves the app and its redirect URI, the old one moves both back, and fixed settings are rejected', async () => {
    const project = await makeWatched()
    const run = runCli(project, stays)
    await reach(run, 'installed')
    const port = await freePort()

    project.replace(`port = ${project.port}`, `port = ${port}`)
    const listening = await reach(run, 'app-listening', 2)
    await place(project)
    await reach(run, 'delivery')
    const show = runCli(project, ['emulator', 'app', 'show', '--json'])
    await show.ended
    const status = runCli(project, ['dev', 'status', '--json'])
    await status.ended
    const install = runCli(project, ['install', '--approve', '--yes', '--json'])
    const installed = await install.ended
    project.replace(`port = ${port}`, `port = ${project.port}`)
    const back = await reach(run, 'app-listening', 3)
    const bad = runCli(project, ['webhook', 'trigger', 'order.created', '--bad-signature', '--json'])
    const triggered = await bad.ended
    project.replace('[webhooks]', '[webhooks]\npath = "/elsewhere"')
    await expect.poll(() => named(run, 'config').some(({ problem }) => problem !== null)).toBe(true)
    await endWhole(project, run)

    expect(listening).toMatchObject({ url: `http://127.0.0.1:${port}` })
    expect(back).toMatchObject({ url: `http://127.0.0.1:${project.port}` })
    expect(triggered, bad.stderr()).toBe(0)
    expect(JSON.parse(status.stdout())).toMatchObject({ app: `http://127.0.0.1:${port}`, installed: true })
    expect(installed, install.stderr()).toBe(0)
    expect(named(run, 'delivery')[0]).toMatchObject({ status: 200 })
    expect(JSON.parse(show.stdout())).toMatchObject({ redirect_uris: [`http://127.0.0.1:${port}/auth/callback`] })
    expect(named(run, 'config').at(-1)).toMatchObject({
      problem: expect.stringContaining('webhooks.path cannot change'),
    })
  })

  it('does not run a changed dev.command before it is approved (T26)', async () => {
    const project = await makeWatched()
    const first = runCli(project, ['dev', '--approve', '--yes', '--once', '--ndjson', ...freePorts])
    expect(await first.ended, first.stdout()).toBe(0)
    const run = runCli(project, ['dev', '--approve', '--ndjson', ...freePorts])
    await reach(run, 'installed')

    project.replace('["node","app.mjs"]', '["node","-e","require(\'node:fs\').writeFileSync(\'pwn\',\'\')"]')
    const refused = await reach(run, 'config')
    await endWhole(project, run)

    expect(refused).toMatchObject({ problem: expect.stringContaining('needs your approval') })
    expect(named(run, 'restart')).toEqual([])
  })

  it('--no-watch never restarts the app', async () => {
    const project = await makeWatched()
    const run = runCli(project, [...stays, '--no-watch'])
    await reach(run, 'installed')

    project.edit((text) => `${text}\n`)
    await new Promise((resolve) => void setTimeout(resolve, 1500))

    expect(named(run, 'restart')).toEqual([])
    await endWhole(project, run)
  })

  it('reports an order in a region without an install with a fix, an uninstall too, and numbers received orders', async () => {
    const project = await makeWatched()
    const run = runCli(project, stays)
    await reach(run, 'installed')

    await place(project, '--region', 'de')
    const silent = await reach(run, 'unsubscribed')
    await place(project, '--region', 'tr')
    const heard = await reach(run, 'delivery')
    const uninstall = runCli(project, ['uninstall'])
    expect(await uninstall.ended, uninstall.stderr()).toBe(0)
    const gone = await reach(run, 'uninstalled')
    await place(project, '--region', 'tr')
    const unheard = await reach(run, 'unsubscribed', 2)
    await endWhole(project, run)

    expect(silent).toMatchObject({
      topic: 'order.created',
      storeCode: 'demo',
      regionCode: 'de',
      orderNumber: expect.stringMatching(/^DEMO-\d+$/),
      installed: false,
      remedy: { next: 'app install --region de', key: null },
    })
    expect(gone).toMatchObject({
      storeCode: 'demo',
      regionCode: 'tr',
      remedy: { next: 'app install', key: 'i' },
    })
    expect(unheard).toMatchObject({ regionCode: 'tr', installed: false, remedy: { next: 'app install', key: 'i' } })
    expect(heard).toMatchObject({
      storeCode: 'demo',
      regionCode: 'tr',
      orderNumber: expect.stringMatching(/^DEMO-\d+$/),
    })
  })

  it('a crash and restart of a joined emulator is reported, and events arrive again', async () => {
    const project = await makeWatched()
    const start = ['emulator', 'start', '--port', String(await freePort())]
    const first = runCli(project, start)
    await expect.poll(() => existsSync(join(project.home, 'emulator', 'run.json'))).toBe(true)
    const run = runCli(project, stays)
    await reach(run, 'installed')

    first.child.kill('SIGKILL')
    await first.ended
    const ended = await reach(run, 'emulator-stopped')
    const second = runCli(project, start)
    const back = await reach(run, 'emulator-restarted')
    await place(project)
    const heard = await reach(run, 'delivery')
    run.child.kill('SIGINT')
    await run.ended
    second.child.kill('SIGINT')
    await second.ended

    expect(ended).toMatchObject({ next: 'app emulator start' })
    expect(back).toMatchObject({ change: null })
    expect(heard).toMatchObject({ topic: 'order.created', status: 200 })
    expect(named(run, 'emulator-stopped')).toHaveLength(1)
  })

  it('nothing is restarted while a failed session shuts down', async () => {
    const project = await makeWatched()
    // The install goes wrong, which without a terminal ends the session while the app runs.
    project.edit((text) => text.replace('if (!states.delete(state)', 'if (true || !states.delete(state)'))
    const run = runCli(project, stays)

    expect(await run.ended).toBe(4)
    expect(named(run, 'app-exited')).toEqual([])
    await expect.poll(() => processesUnder(project.dir)).toEqual([])
  })
})
