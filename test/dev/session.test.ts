import { readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import { describe, expect, it } from 'vitest'

import { logFile } from '../../src/dev/background/session-log.ts'
import { statePaths } from '../../src/project/paths.ts'
import { sessionPlace } from '../../src/project/platforms/session-place.ts'
import { makeDevProject, type DevProject } from '../support/dev/dev-project.ts'
import { isLong } from '../support/machine/long-run.ts'
import { processesUnder } from '../support/processes/left-behind.ts'
import { freePorts, runCli, type DevRun } from '../support/run-cli.ts'

const stages = ['emulator', 'registered', 'store', 'gateway', 'app-started', 'ready', 'installed']
const once = ['dev', '--approve', '--once', '--yes', '--json', ...freePorts]
const stays = ['dev', '--approve', '--yes', '--json', ...freePorts]

/** Notices of an app that takes more than 5 s to start, as on a busy machine. */
const WAITING = /^(?:Still waiting for the app to listen .*\n?)+/m

function names(run: DevRun): unknown[] {
  return run.events().map(({ event }) => event)
}

function find(run: DevRun, event: string): Record<string, unknown> {
  return run.events().find((one) => one['event'] === event) ?? {}
}

/** Lets it come as far as the install, then ends it by Ctrl-C. */
async function untilInstalled(run: DevRun): Promise<DevRun> {
  await expect.poll(() => names(run)).toContain('installed')
  run.child.kill('SIGINT')
  await run.ended
  return run
}

function portOf(url: unknown): string {
  return new URL(String(url)).port
}

async function isTaken(url: unknown): Promise<boolean> {
  const port = Number(portOf(url))
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port })
    socket.once('connect', () => resolve(true))
    socket.once('error', () => resolve(false))
    socket.once('close', () => socket.destroy())
  }).then((answer) => answer === true)
}

/** Makes the app wait for the file `go` before it listens. */
function holdStart({ dir }: DevProject): void {
  const file = join(dir, 'app.mjs')
  const wait = `import { existsSync } from 'node:fs'
while (!existsSync('go')) await new Promise((next) => setTimeout(next, 20))
`
  writeFileSync(file, wait + readFileSync(file, 'utf8'))
}

/** Command lines of all processes that mention the text, our own test runner aside. */
function processesWith(text: string): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && name !== String(process.pid))
    .flatMap((pid) => {
      try {
        const line = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
        return line.includes(text) ? [line] : []
      } catch {
        return []
      }
    })
}

describe('app dev --once', () => {
  it.each([
    ['order.paid', 'order-placed'],
    ['shipment.create_requested', 'notice'],
  ])('delivers an event to an app that subscribes only to %s', async (topic, how) => {
    const project = await makeDevProject()
    const toml = join(project.dir, 'app.toml')
    writeFileSync(toml, readFileSync(toml, 'utf8').replace('topics = ["order.created"]', `topics = ["${topic}"]`))

    const run = runCli(project, once)
    const exit = await run.ended

    expect(exit, run.stderr()).toBe(0)
    expect(names(run)).toContain(how)
    expect(find(run, 'delivery')).toMatchObject({ topic, status: 200 })
  })

  it('goes from an empty state to an installed app and a delivered event, and leaves nothing behind', async () => {
    const project = await makeDevProject()

    const run = runCli(project, once)
    const exit = await run.ended

    expect(exit).toBe(0)
    const events = run.events().filter(({ text }) => !WAITING.test(String(text)))
    const steps = events.map(({ event }) => event).filter((name) => name !== 'app-output' && name !== 'arrival')
    expect(steps).toEqual([
      'emulator',
      'registered',
      'store',
      'gateway',
      'app-started',
      'app-listening',
      'ready',
      'call',
      'installed',
      'call',
      'order-placed',
      'delivery',
      'stopped',
    ])
    expect(find(run, 'delivery')).toMatchObject({
      topic: 'order.created',
      status: 200,
      outcome: 'forwarded',
      mark: 'first',
    })
    const { deliveryId, eventId } = find(run, 'delivery')
    expect(project.seen()).toEqual([eventId])
    expect(find(run, 'arrival')).toMatchObject({ deliveryId, eventId, result: 'delivery' })
    expect(names(run).indexOf('arrival')).toBeLessThan(names(run).indexOf('delivery'))
    const { gateway, outbound, app, admin } = find(run, 'ready')
    for (const url of [gateway, outbound, app, admin]) expect(await isTaken(url)).toBe(false)
    expect(processesWith(project.dir)).toEqual([])
  })

  it('completes even if its session file cannot be written', async () => {
    const project = await makeDevProject()
    const note = `${sessionPlace({ paths: statePaths({ env: {}, dataDir: project.home }), dir: project.dir })}.json`

    holdStart(project)

    const run = runCli(project, once)
    await expect.poll(() => names(run)).toContain('app-started')
    // Not written through, whoever runs the tests.
    rmSync(note)
    symlinkSync('/nowhere', note)
    writeFileSync(join(project.dir, 'go'), '')

    expect(await run.ended).toBe(0)
    expect(names(run)).toEqual(expect.arrayContaining(['app-started', 'ready', 'installed', 'delivery', 'stopped']))
    const notices = run.events().filter(({ text }) => String(text).startsWith('Other commands cannot see'))
    expect(notices).toHaveLength(1)
  })

  it('prints, stores and forwards no secret in clear text (GEN-003 T18 T35)', async () => {
    const project = await makeDevProject()

    const run = runCli(project, stays)
    await expect.poll(() => names(run)).toContain('installed')
    const commandLines = processesUnder(dirname(project.dir)).map(({ commandLine }) => commandLine)
    run.child.kill('SIGINT')
    await run.ended

    const secrets = JSON.parse(readFileSync(join(project.home, 'emulator-secrets.json'), 'utf8')) as unknown
    const values = [...JSON.stringify(secrets).matchAll(/cs_[0-9a-f]{20,}|svcapp_\d+_[\w]{20,}|[0-9a-f]{64}/g)].map(
      String,
    )
    expect(values.length).toBeGreaterThanOrEqual(4)
    expect(run.stdout()).toContain('my secret is')
    const journal = readFileSync(join(project.home, 'journal.db'), 'latin1')
    for (const value of values) {
      expect(run.stdout() + run.stderr()).not.toContain(value)
      expect(journal).not.toContain(value)
    }
    // The session, the app and the emulator.
    expect(commandLines.length).toBeGreaterThan(2)
    expect(commandLines.filter((line) => /cs_|svcapp_1|SVCAPP_/.test(line))).toEqual([])
  })

  it('masks the token of the span receiver in the output, app dev logs and the log file (T18)', async () => {
    const project = await makeDevProject()
    const file = join(project.dir, 'app.mjs')
    const shows = `import { writeFileSync } from 'node:fs'
const otlp = process.env.OTEL_EXPORTER_OTLP_HEADERS
writeFileSync('otlp.txt', otlp)
console.log('spans go with', otlp)
`
    writeFileSync(file, shows + readFileSync(file, 'utf8'))
    const run = await untilInstalled(runCli(project, stays))
    const logs = runCli(project, ['dev', 'logs', '--json'])
    expect(await logs.ended).toBe(0)

    const token = /=(\w{32})$/.exec(readFileSync(join(project.dir, 'otlp.txt'), 'utf8'))?.[1] ?? ''
    const paths = statePaths({ env: {}, dataDir: project.home })
    const kept = readFileSync(logFile({ paths, dir: project.dir }), 'utf8')
    expect(token).toHaveLength(32)
    for (const text of [run.stdout(), logs.stdout(), kept]) {
      expect(text).toContain('spans go with x-svcapp-otlp-token=')
      expect(text).not.toContain(token)
    }
  })

  it('uses the store that the emulator started with, or a new one if another app is installed there', async () => {
    const project = await makeDevProject()
    const emulator = runCli(project, ['emulator', 'start', '--seed', 'small', '--port', '0', '--json'])
    await expect.poll(() => names(emulator)).toContain('ready')

    const run = runCli(project, once)
    await run.ended
    const second = await makeDevProject()
    second.replace('app.acme.loyalty', 'app.acme.other')
    const other = runCli({ ...second, env: project.env }, once)
    await other.ended

    expect(find(run, 'store')).toMatchObject({ code: 'small', created: false })
    expect(find(run, 'delivery')).toMatchObject({ status: 200 })
    expect(find(other, 'store')).toMatchObject({ code: 'demo', created: true })
  })

  it('does not reinstall an installed app, unless asked', async () => {
    const project = await makeDevProject()
    await untilInstalled(runCli(project, stays))

    const again = await untilInstalled(runCli(project, stays))
    const forced = await untilInstalled(runCli(project, [...stays, '--reinstall']))

    expect(find(again, 'installed')).toMatchObject({ alreadyInstalled: true })
    expect(names(again).filter((name) => name === 'call')).toEqual([])
    expect(find(forced, 'installed')).toMatchObject({ alreadyInstalled: false })
    expect(find(again, 'registered')).toMatchObject({ created: false })
    expect(find(again, 'store')).toMatchObject({ created: false })
  })
})

describe('app dev', () => {
  it('restores the webhook URL and exits with 130 on Ctrl-C (P15)', async () => {
    const project = await makeDevProject()
    const emulator = runCli(project, ['emulator', 'start', '--port', '0', '--json'])
    await expect.poll(() => names(emulator)).toContain('ready')

    const run = runCli(project, stays)
    await expect.poll(() => names(run)).toContain('installed')
    const during = registeredUrl(project.home)
    run.child.kill('SIGINT')
    const exit = await run.ended

    expect(find(run, 'emulator')).toMatchObject({ mode: 'joined' })
    expect(during).toBe(`${String(find(run, 'ready')['gateway'])}/webhooks`)
    expect(registeredUrl(project.home)).toBe(`http://127.0.0.1:${project.port}/webhooks`)
    expect(exit).toBe(130)
    expect(processesWith(join(project.dir, 'app.mjs'))).toEqual([])
    emulator.child.kill('SIGTERM')
    await emulator.ended
  })

  it.each(['SIGTERM', 'SIGHUP'] as const)('stops completely on %s (P15)', async (signal) => {
    const project = await makeDevProject()
    const run = runCli(project, stays)
    await expect.poll(() => names(run)).toContain('ready')

    run.child.kill(signal)
    const exit = await run.ended

    expect(exit).toBe(130)
    const { gateway, outbound, app } = find(run, 'ready')
    for (const url of [gateway, outbound, app]) expect(await isTaken(url)).toBe(false)
  })

  it.each(isLong ? stages : stages.filter((_, at) => at % 8 === 0))(
    'Ctrl-C right after %s leaves no process and no open port (P15)',
    async (dev) => {
      const project = await makeDevProject()
      const run = runCli(project, stays)
      await expect.poll(() => names(run), { interval: 1 }).toContain(dev)

      run.child.kill('SIGINT')
      const exit = await run.ended

      expect(exit).toBe(130)
      for (const { gateway, outbound, url, api } of run.events()) {
        for (const one of [gateway, outbound, url, api]) if (one !== undefined) expect(await isTaken(one)).toBe(false)
      }
      expect(await isTaken(`http://127.0.0.1:${project.port}`)).toBe(false)
    },
  )

  it('after kill -9 the app exits within five seconds, and the next start cleans up (P15)', async () => {
    const project = await makeDevProject()
    const run = runCli(project, stays)
    await expect.poll(() => names(run)).toContain('installed')

    run.child.kill('SIGKILL')
    await expect.poll(() => isTaken(`http://127.0.0.1:${project.port}`)).toBe(false)
    const during = registeredUrl(project.home)
    await untilInstalled(runCli(project, stays))

    expect(during).toBe(`${String(find(run, 'ready')['gateway'])}/webhooks`)
    expect(registeredUrl(project.home)).toBe(`http://127.0.0.1:${project.port}/webhooks`)
  })

  it('a second session in the project reports the first (P14)', async () => {
    const project = await makeDevProject()
    const first = runCli(project, stays)
    await expect.poll(() => names(first)).toContain('ready')

    const second = runCli(project, stays)
    const exit = await second.ended

    expect(exit).toBe(3)
    expect(JSON.parse(second.stdout())).toMatchObject({ error: { code: 'dev.already-running', pid: first.child.pid } })
  })

  it('exits with 8 and names the process if a gateway or inspector port set by a flag is in use (P9)', async () => {
    const project = await makeDevProject()
    const first = runCli(project, stays)
    await expect.poll(() => names(first)).toContain('ready')
    const { gateway, inspector } = find(first, 'ready')
    const [other, third] = [await makeDevProject(), await makeDevProject()]

    const runs = [
      runCli(other, ['dev', '--yes', '--json', '--port', portOf(gateway), ...freePorts.slice(2)]),
      runCli(third, ['dev', '--yes', '--json', ...freePorts.map((word, at) => (at === 5 ? portOf(inspector) : word))]),
    ]

    expect(await Promise.all(runs.map(({ ended }) => ended))).toEqual([8, 8])
    for (const run of runs) {
      const line = run.stdout().trimEnd().split('\n').at(-1) ?? ''
      expect(JSON.parse(line)).toMatchObject({
        error: { code: 'gateway.port-taken', holder: expect.stringMatching(/pid \d+/) },
      })
    }
  })

  it('does not run an unapproved command of a project (T26)', async () => {
    const project = await makeDevProject(['node', '-e', 'require("node:fs").writeFileSync("pwn", "")'])

    const run = runCli(project, ['dev', '--json', ...freePorts])
    const exit = await run.ended

    expect(exit).toBe(3)
    expect(JSON.parse(run.stdout())).toMatchObject({ error: { code: 'dev.untrusted' } })
    expect(readdirSync(project.dir)).not.toContain('pwn')
  })

  it('ignores a .env file in the project (T29)', async () => {
    const project = await makeDevProject()
    writeFileSync(
      join(project.dir, '.env'),
      'FROM_ENV_FILE=yes\nNODE_TLS_REJECT_UNAUTHORIZED=0\nHTTP_PROXY=http://127.0.0.1:1\nSVCAPP_BASE_URL=http://evil.example\nSVCAPP_HOME=/nonexistent\n',
    )

    const run = await untilInstalled(runCli(project, stays))

    expect(run.stdout()).toContain('env file says nothing')
  })

  it.each([
    ['with --once', ['--once'], {}],
    ['on a build server', [], { CI: 'true' }],
    ['with --no-watch where there are no keys', ['--no-watch'], {}],
  ])('reports an app that exits immediately as an error with its output, %s', async (_, flags, env) => {
    const made = await makeDevProject(['node', '-e', 'console.error("no database"); process.exit(3)'])
    const project = { ...made, env: { ...made.env, ...env } }

    const run = runCli(project, ['dev', '--yes', '--json', ...flags, ...freePorts])
    const exit = await run.ended

    expect(exit).toBe(3)
    const error = run.events().at(-1)?.['error']
    expect(error).toMatchObject({
      code: 'dev.app-failed',
      message: 'The app exited (code 3). Output: no database',
      // No word of the app stands among what is to be tried.
      hints: [],
      reason: 'no database',
    })
    expect(JSON.stringify(error)).toContain('no database')
  })

  it.each([
    [
      'that has said why is an error without a remedy of its own',
      'console.error("no database"); process.exit(3)',
      [],
      '',
    ],
    [
      'after several lines is an error with the last of them',
      'for (let at = 1; at < 13; at++) console.log("line " + at); process.exit(3)',
      [],
      `Last app output:\n${Array.from({ length: 10 }, (_line, at) => `  line ${at + 3}\n`).join('')}`,
    ],
    [
      'without a word is an error that says how to see more',
      'process.exit(3)',
      [expect.stringContaining('yourself')],
      '',
    ],
  ])('in the background an app that exits immediately %s', async (_, code, hints, output) => {
    const project = await makeDevProject(['node', '-e', code])

    const run = runCli(project, ['dev', '--background', '--yes', '--no-watch', '--json', ...freePorts])
    const exit = await run.ended

    expect(exit).toBe(3)
    expect(run.events()).toMatchObject([{ error: { code: 'dev.app-failed', hints } }])
    expect(run.stderr().replace(WAITING, '')).toBe(output)
  })
})

/** What the emulator's registry has as webhook_url. */
function registeredUrl(home: string): unknown {
  const db = new DatabaseSync(join(home, 'emulator', 'registry.db'), { readOnly: true })
  try {
    return db.prepare('SELECT webhook_url FROM apps').get()?.['webhook_url']
  } finally {
    db.close()
  }
}
