import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'

import { isAlive } from '../../../src/processes/alive.ts'
import { linkKit } from '../../support/dev/scaffolded.ts'
import { edit } from '../../support/old-app.ts'
import { packageDir, program as bin } from '../../support/program.ts'
import { documentOf, makeMachine, until, untilPrinted, type Machine } from '../support/machine.ts'
import { makeProject, type ProjectFolder } from '../support/platform.ts'

let machine: Machine
let project: ProjectFolder

beforeEach(async () => {
  machine = makeMachine()
  project = await makeProject(machine, { scopes: 'orders.read,products.read' })
})

afterEach(async () => machine.close())

const exec = async (...argv: string[]) => project.run(['emulator', 'exec', ...argv], { env: { TMPDIR: machine.dir } })

/** Every file of the developer's own state. */
const stateOf = () =>
  existsSync(machine.home) ? readdirSync(machine.home, { recursive: true, encoding: 'utf8' }).toSorted() : []

/** Folders of emulators that are still there. */
const left = () => readdirSync(machine.dir).filter((name) => name.startsWith('svcapp-exec-'))

/** Lifts the time limits of the app's tests, because the load of the machine is not what these tests are about. */
function liftLimits(dir: string): void {
  edit(dir, 'package.json', (text) => text.replace(' --test-timeout=30000', ''))
  edit(dir, 'test/app.test.ts', (text) =>
    text
      .replace('startApp()', 'startApp({ timeoutMs: 3_600_000 })')
      .replace('status: 200 }', 'status: 200, timeoutMs: 3_600_000 }')
      .replace('1 order /))', '1 order /), 3_600_000)'),
  )
}

describe('app emulator exec', () => {
  it('the tests of the scaffolded app pass, and the developer state is unchanged (P15)', async () => {
    linkKit(project.dir)
    // As `npm install --save-dev svcapp` does.
    symlinkSync(packageDir, join(project.dir, 'node_modules/svcapp'), 'junction')
    liftLimits(project.dir)
    const before = readFileSync(join(project.dir, 'app.toml'), 'utf8')
    const state = stateOf()

    const run = await exec('--', 'npm', 'test')

    expect(run.stdout + run.stderr).toMatch(/# fail 0|ℹ fail 0/)
    expect(run.exit).toBe(0)
    expect(left()).toEqual([])
    expect(readFileSync(join(project.dir, 'app.toml'), 'utf8')).toBe(before)
    expect(stateOf()).toEqual(state)
  })

  it('a program finds the platform through its environment, and app commands inside it use this emulator', async () => {
    const program = join(machine.dir, 'work', 'program.mjs')
    writeFileSync(
      program,
      `import { execFileSync } from 'node:child_process'
      const { SVCAPP_BASE_URL: base, SVCAPP_TOKEN: token, SVCAPP_STORE_ID: store } = process.env
      const orders = await (await fetch(base + '/api/apps/v1/orders', { headers: { Authorization: 'Bearer ' + token } })).json()
      const app = (...argv) => JSON.parse(execFileSync(process.execPath, [process.argv[2], ...argv, '--json'], { encoding: 'utf8' }))
      const placed = app('emulator', 'order', 'place', '--paid')
      const context = app('call', 'context', 'get')
      const list = app('call', 'orders', 'list')
      process.stdout.write(JSON.stringify({ argv: process.argv.slice(3), store, context: context.store.id, more: list.totalCount - orders.totalCount, placed: placed.status }))
      process.exitCode = 7`,
    )

    const run = await exec('--', process.execPath, program, bin, 'a b', '$HOME', '"', '--', '--json')

    expect(run.stderr).toBe('')
    expect(JSON.parse(run.stdout)).toEqual({
      argv: ['a b', '$HOME', '"', '--', '--json'],
      store: '1001',
      context: 1001,
      more: 1,
      placed: 'paid',
    })
    expect(run.exit).toBe(7)
    expect(left()).toEqual([])
  })

  it.each([
    ['SIGTERM', 143],
    ['SIGINT', 130],
    ['SIGHUP', 129],
  ] as const)('%s is forwarded, and a command that it terminates exits with %i', async (signal, exit) => {
    const script = 'setInterval(() => {}, 1000); console.log("up")'
    const argv = ['emulator', 'exec', '--', process.execPath, '-e', script]
    const started = machine.start(argv, { cwd: project.dir, env: { TMPDIR: machine.dir } })
    await untilPrinted(started, () => started.stdout().includes('up'), 'its command')

    started.child.kill(signal)
    const run = await started.ended

    expect(run.exit).toBe(exit)
    expect(left()).toEqual([])
  })

  it('assigns the command another port if the port of the app is in use', async () => {
    const listener = createServer().listen(0, '127.0.0.1')
    onTestFinished(() => void listener.close())
    await once(listener, 'listening')
    const { port } = listener.address() as AddressInfo
    const file = join(project.dir, 'app.toml')
    writeFileSync(file, readFileSync(file, 'utf8').replace(/^port = \d+$/m, `port = ${port}`))

    const run = await exec('--', process.execPath, '-e', 'console.log(process.env.PORT)')

    expect(run.exit).toBe(0)
    expect(run.stdout).toMatch(/^\d+\n$/)
    expect(Number(run.stdout)).not.toBe(port)
  })

  it('a command may take its time to exit after a signal', async () => {
    const script =
      'process.on("SIGTERM", () => setTimeout(() => { console.log("bye"); process.exit(3) }, 300)); setInterval(() => {}, 1000); console.log("up")'
    const argv = ['emulator', 'exec', '--', process.execPath, '-e', script]
    const started = machine.start(argv, { cwd: project.dir, env: { TMPDIR: machine.dir } })
    await untilPrinted(started, () => started.stdout().includes('up'), 'its command')

    started.child.kill('SIGTERM')
    const run = await started.ended

    expect([run.exit, run.stdout]).toEqual([3, 'up\nbye\n'])
    expect(left()).toEqual([])
  })

  it('after kill -9 the command exits too (P15)', async () => {
    const script = 'setInterval(() => {}, 1000); console.log(process.pid)'
    const argv = ['emulator', 'exec', '--', process.execPath, '-e', script]
    const started = machine.start(argv, { cwd: project.dir, env: { TMPDIR: machine.dir } })
    const pid = Number(await untilPrinted(started, () => /^\d+\n/.exec(started.stdout())?.[0], 'its command'))

    started.child.kill('SIGKILL')

    await until(() => !isAlive(pid), 'the end of the command')
    expect(pid).toBeGreaterThan(0)
  })

  it('a signal before the command starts cancels it', async () => {
    const hook = join(machine.dir, 'work', 'hook.mjs')
    // The program gets the signal when it creates its folder.
    writeFileSync(
      hook,
      `import fs from 'node:fs'
      import { syncBuiltinESMExports } from 'node:module'
      const { mkdtempSync } = fs
      fs.mkdtempSync = (prefix, ...more) => {
        if (prefix.includes('svcapp-exec-')) process.kill(process.pid, 'SIGTERM')
        return mkdtempSync(prefix, ...more)
      }
      syncBuiltinESMExports()`,
    )
    const argv = ['emulator', 'exec', '--', process.execPath, '-e', 'console.log("ran")']
    const env = { TMPDIR: machine.dir, NODE_OPTIONS: `--import=${pathToFileURL(hook).href}` }

    const run = await machine.run(argv, { cwd: project.dir, env })

    expect([run.exit, run.stdout]).toEqual([130, ''])
    expect(left()).toEqual([])
  })

  it('with --json prints one document on stdout and command output on stderr, and a kept emulator starts again', async () => {
    const run = await exec('--keep', '--json', '--', process.execPath, '-e', 'console.log("said")')

    const document = documentOf(run)
    expect([run.exit, document['exit'], run.stderr.includes('said\n')]).toEqual([0, 0, true])
    const home = String(document['home'])
    expect(left()).toEqual([home.split('/').at(-1)])
    const again = await machine.run(['emulator', 'snapshot', 'save', 'kept', '--json'], { env: { SVCAPP_HOME: home } })
    expect(documentOf(again)).toMatchObject({ name: 'kept', apps: 1, stores: 1 })
    expect(tmpdir()).not.toBe(machine.dir)
  })

  it('exits with 2 on a missing program, and leaves nothing behind', async () => {
    const run = await exec('--', 'no-such-program')

    expect(run.exit).toBe(2)
    expect(run.stderr).toContain('cannot be started')
    expect(left()).toEqual([])
  })
})
