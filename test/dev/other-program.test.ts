import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { named, reach } from '../support/dev/dev-events.ts'
import { makeDevProject, type DevProject } from '../support/dev/dev-project.ts'
import { freePorts, runCli, type DevRun } from '../support/run-cli.ts'

const stays = ['dev', '--approve', '--yes', '--ndjson', ...freePorts]

/** A project whose app listens only once the file `go` exists. */
async function makeSlowApp(): Promise<DevProject> {
  const project = await makeDevProject()
  project.replace('[dev]', '[dev]\nwatch = ["app.mjs"]')
  return project
}

function waitsFor(file: string): (text: string) => string {
  const lines = `import { existsSync } from 'node:fs'\nwhile (!existsSync('${file}')) await new Promise((go) => setTimeout(go, 20))`
  return (text) => `${lines}\n${text.replace(/^import \{ existsSync \}.*\nwhile .*\n/, '')}`
}

interface Other {
  readonly pid: number
  /** How many requests it has got. */
  readonly got: () => number
  readonly stop: () => Promise<void>
}

/** Another program on the app's port, which responds 200 to everything. Runs in its own folder, the project `app.acme.other`. */
async function takePort({ dir, port, atEnd }: DevProject, host = '127.0.0.1'): Promise<Other> {
  const folder = join(dir, '..', 'other')
  mkdirSync(folder, { recursive: true })
  writeFileSync(
    join(folder, 'app.toml'),
    `key = "app.acme.other"\nname = "Other"\nredirect_uris = ["http://127.0.0.1:${port}/x"]\n[dev]\nport = ${port}\ncommand = ["node", "other.mjs"]\n`,
  )
  const listen = `server.listen(${port}, '${host}', () => console.log('ready'))`
  writeFileSync(
    join(folder, 'other.mjs'),
    `import { createServer } from 'node:http'
const server = createServer((_, response) => { console.log('got'); response.end('other') })
server.on('error', () => setTimeout(() => ${listen}, 20))
${listen}`,
  )
  const child = spawn(process.execPath, ['other.mjs'], { cwd: folder, env: {}, stdio: ['ignore', 'pipe', 'inherit'] })
  atEnd(() => void child.kill('SIGKILL'))
  let said = ''
  child.stdout.on('data', (chunk) => (said += String(chunk)))
  await expect.poll(() => said).toContain('ready')
  return {
    pid: child.pid ?? 0,
    got: () => said.split('got').length - 1,
    stop: async () => {
      child.kill('SIGKILL')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    },
  }
}

async function cli(project: DevProject, argv: readonly string[]) {
  const run = runCli(project, argv)
  return { exit: await run.ended, out: run.stdout(), err: run.stderr() }
}

/** A test event through the gateway, which fails because another program has the app's port. */
async function expectDown(project: DevProject, run: DevRun, { pid, got }: Other): Promise<void> {
  const before = named(run, 'delivery').length
  const trigger = await cli(project, ['webhook', 'trigger', 'order.created', '--json'])
  const delivery = await reach(run, 'delivery', before + 1)
  const list = await cli(project, ['webhook', 'list', '--limit', '1', '--json'])

  expect(trigger.exit).not.toBe(0)
  expect(delivery).toMatchObject({ status: 502, outcome: 'app-failed', error: 'app-down' })
  expect(delivery['holder']).toMatch(new RegExp(`^node other\\.mjs \\(pid ${pid}\\) in .*/other, app\\.acme\\.other$`))
  expect(JSON.parse(list.out)).toMatchObject({ deliveries: [{ state: 'failed' }] })
  expect(got()).toBe(0)
}

describe.runIf(process.platform === 'linux')('another program on the app port', () => {
  it('receives no delivery while the app starts, and a later retry reaches the app', async () => {
    const project = await makeSlowApp()
    project.edit(waitsFor('go'))
    const run = runCli(project, stays)
    await reach(run, 'app-started')
    const other = await takePort(project)

    await expectDown(project, run, other)
    expect(named(run, 'ready')).toEqual([])

    await other.stop()
    writeFileSync(join(project.dir, 'go'), '')
    await reach(run, 'installed')
    const retried = await cli(project, ['webhook', 'retry', '--failed', '--json'])
    expect(retried.exit, retried.err).toBe(0)
    expect(project.seen()).toHaveLength(1)
  })

  it('receives no delivery after the app exits with EADDRINUSE, and a retry arrives after the restart', async () => {
    const project = await makeSlowApp()
    const run = runCli(project, stays)
    await reach(run, 'installed')
    project.edit(waitsFor('go'))
    await reach(run, 'app-started', 2)
    const other = await takePort(project)
    writeFileSync(join(project.dir, 'go'), '')
    const failed = await reach(run, 'app-failed')
    expect(failed['message']).toContain('EADDRINUSE')
    expect(failed).toMatchObject({ holder: expect.stringContaining(`(pid ${other.pid})`), restartInMs: null })

    await expectDown(project, run, other)
    const placed = await cli(project, ['emulator', 'order', 'place', '--json'])
    expect(placed.exit, placed.err).toBe(0)
    expect(await reach(run, 'delivery', 2)).toMatchObject({ status: 502, error: 'app-down' })
    await other.stop()
    await reach(run, 'app-listening', 2)
    await expect.poll(() => project.seen().length).toBe(1)
    expect(other.got()).toBe(0)
  })

  it('delays a restart until it releases the port', async () => {
    const project = await makeSlowApp()
    const run = runCli(project, stays)
    await reach(run, 'installed')
    project.edit(() => 'process.exit(1)')
    await reach(run, 'app-failed')
    const other = await takePort(project)

    project.edit((text) => `${text}\n`)
    const failed = await reach(run, 'app-failed', 2)
    await other.stop()

    expect(failed).toMatchObject({
      reason: expect.stringContaining('is in use by'),
      holder: expect.stringContaining('other.mjs'),
    })
    expect(await reach(run, 'app-failed', 3)).toMatchObject({ holder: null })
    expect(other.got()).toBe(0)
  })

  it('receives no delivery, no replay and no direct event once `app dev status` shows the app as down', async () => {
    const project = await makeSlowApp()
    const run = runCli(project, stays)
    await reach(run, 'installed')
    project.edit(() => 'process.exit(1)')
    await reach(run, 'app-failed')
    const other = await takePort(project)
    const status = await cli(project, ['dev', 'status', '--json'])
    expect(JSON.parse(status.out)).toMatchObject({ state: 'degraded', down: ['app'], appPid: null })

    await expectDown(project, run, other)
    const replay = await cli(project, ['webhook', 'replay', '--last', '1', '--json'])
    const direct = await cli(project, ['webhook', 'trigger', 'order.created', '--direct', '--json'])
    expect([replay.exit, direct.exit]).not.toContain(0)
    const why = await cli(project, ['webhook', 'why', 'order.created', '--json'])
    const doctor = await cli(project, ['doctor', '--json'])
    expect(why.out).toMatch(/another program listens at http\S+: node other\.mjs/)
    expect(doctor.out).toContain('of the app is in use by node other.mjs')
    expect(other.got()).toBe(0)
  })

  it('receives no delivery at the other address of localhost while the app listens at one', async () => {
    const project = await makeDevProject()
    project.edit((text) => text.replace("'127.0.0.1', ()", "'::1', ()"))
    const run = runCli(project, stays)
    await reach(run, 'installed')
    const other = await takePort(project)

    const trigger = await cli(project, ['webhook', 'trigger', 'order.created', '--json'])

    expect(trigger.exit, trigger.err).toBe(0)
    expect([project.seen().length, other.got()]).toEqual([1, 0])
  })
})
