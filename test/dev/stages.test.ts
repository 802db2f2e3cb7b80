import { existsSync, utimesSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import { describe, expect, it } from 'vitest'

import { lockProject } from '../../src/dev/lock.ts'
import { appendDelivery } from '../../src/journal/deliveries.ts'
import { openJournal } from '../../src/journal/journal.ts'
import { statePaths } from '../../src/project/paths.ts'
import { eventText, signed } from '../gateway/support.ts'
import { someDelivery } from '../support/delivery.ts'
import { makeDevProject, type AtEnd, type DevProject } from '../support/dev/dev-project.ts'
import { createGate } from '../support/gate.ts'
import { isLong } from '../support/machine/long-run.ts'
import { atThisLoad } from '../support/machine/machine-load.ts'
import {
  listenersOf,
  listening,
  processesUnder,
  unfinished,
  unsoundDatabases,
} from '../support/processes/left-behind.ts'
import { runOnTerminal, shellLine } from '../support/processes/on-terminal.ts'
import { program } from '../support/program.ts'
import { freePorts, runCli, type DevRun } from '../support/run-cli.ts'

// What ends, ends in five seconds; what is reached, is reached in this time on a machine that is busy with something else.
const REACH_MS = 300_000
/** By then a process that does not end after a signal ends itself without further ado (context/signals.ts). */
const HARD_END_MS = 3900
const GONE = { interval: 20 }

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGKILL'] as const
type Signal = (typeof signals)[number]

/** What a stage is reached with. */
interface Scene {
  readonly project: DevProject
  readonly root: string
  /** The command line that is going to be ended. */
  readonly run: DevRun
}

interface StageCase {
  readonly name: string
  /** `dev.command` beside `node app.mjs`. */
  readonly mood?: string
  /** What there is before: a separate emulator, an install, deliveries. */
  readonly prepare?: (project: DevProject) => Promise<void>
  readonly argv: (project: DevProject) => string[]
  readonly isOnTerminal?: boolean
  /** Resolves when the stage is reached, as the run itself or its files show. */
  readonly reach: (scene: Scene) => Promise<void>
  /** Without the signal's own name for what is ended by it. */
  readonly exits?: Partial<Record<Signal, number | string>>
  /** What a run after kill -9 shows when it has cleaned up. */
  readonly again?: { readonly argv: readonly string[]; readonly shows: string }
}

const shows = (text: string) => (scene: Scene) => seen(scene.run, text)
const tells = (event: string) => shows(`"event":"${event}"`)
const dev =
  (...more: string[]) =>
  () => ['dev', '--approve', '--yes', '--ndjson', ...freePorts, ...more]
const nextDev = { argv: dev()(), shows: '"event":"registered"' }

const stages: readonly StageCase[] = [
  {
    name: 'waiting at the trust prompt on a terminal',
    argv: () => ['dev', ...freePorts],
    isOnTerminal: true,
    reach: shows("this project's dev command?"),
  },
  {
    name: 'the emulator starting',
    argv: dev(),
    reach: async ({ project }) => fileAppears(join(project.home, 'emulator', 'registry.db')),
  },
  { name: 'registering', argv: dev(), reach: tells('emulator') },
  { name: 'forwarding a slow delivery', mood: 'holds', argv: dev(), reach: orderThen('holding') },
  { name: 'opening the test store', argv: dev(), reach: tells('registered') },
  { name: 'the gateway listening', argv: dev(), reach: tells('gateway') },
  { name: 'the app before it listens', mood: 'deaf', argv: dev(), reach: shows('thinking') },
  {
    name: 'app emulator exec running its command',
    argv: () => ['emulator', 'exec', '--', process.execPath, '-e', 'setInterval(() => {}, 1000); console.log("up")'],
    reach: shows('up\n'),
    exits: { SIGTERM: 143, SIGHUP: 129 },
    again: { argv: ['emulator', 'exec', '--', process.execPath, '-e', 'console.log("ran")'], shows: 'ran' },
  },
  {
    name: 'waiting for the consent in the browser',
    argv: () => ['dev', '--yes', '--ndjson', ...freePorts],
    reach: tells('install-address'),
  },
  { name: 'an exchange under way', mood: 'half-exchange', argv: dev(), reach: shows('exchanging') },
  {
    name: 'keys and status line on a terminal',
    argv: () => ['dev', '--approve', '--yes', ...freePorts],
    isOnTerminal: true,
    reach: shows('installed in'),
  },
  {
    name: 'app webhook listen forwarding',
    prepare: installed,
    argv: ({ port }) => ['webhook', 'listen', '--port', '0', '--ndjson', '--forward-to', `http://127.0.0.1:${port}/in`],
    reach: listenAndOrder,
    again: { argv: ['webhook', 'listen', '--port', '0', '--ndjson'], shows: '"event":"registered"' },
  },
  { name: 'the pause before a crashed app is started again', argv: dev(), reach: crash },
  {
    name: 'app webhook replay waiting for the app',
    prepare: async (project) => keepDelivery(project),
    argv: () => ['webhook', 'replay', '1'],
    reach: holdRequest,
  },
  {
    name: 'app webhook trigger waiting for the app',
    prepare: async (project) => keepDelivery(project),
    argv: () => ['webhook', 'trigger', 'order.created'],
    reach: holdRequest,
  },
  {
    name: '--ack with retries pending',
    mood: 'refuses',
    argv: dev('--ack'),
    reach: orderThen('"state":"pending"'),
  },
  {
    name: 'app call products delta --follow',
    prepare: installed,
    argv: () => [
      'call',
      'products',
      'delta',
      '--since',
      '2020-01-01',
      '--follow',
      '--ndjson',
      '--cursor-file',
      'cursor.json',
    ],
    reach: async ({ project }) => fileAppears(join(project.dir, 'cursor.json')),
  },
  {
    name: 'app webhook listen leading the deliveries here',
    prepare: installed,
    argv: () => ['webhook', 'listen', '--port', '0', '--ndjson'],
    reach: async ({ project }) => until(() => registeredUrl(project.home) !== ownUrl(project), 'the address to change'),
    again: { argv: ['webhook', 'listen', '--port', '0', '--ndjson'], shows: '"event":"registered"' },
  },
]

const cases = isLong
  ? stages.flatMap((stage) => signals.flatMap((signal) => Array.from({ length: 5 }, () => ({ stage, signal }))))
  : stages
      .filter((_, at) => at % 2 === 0)
      .map((stage, at) => ({ stage, signal: signals[at % signals.length] ?? 'SIGINT' }))

// Each is several processes: more at one time would only wait for each other.
const seats = createGate({ inside: 3, waiting: cases.length })

describe.concurrent('a signal at any stage leaves nothing behind (P15)', () => {
  it.for(cases.map((one) => ({ ...one, name: one.stage.name })))(
    '$signal: $name (P15)',
    async ({ stage, signal }, { expect: expectHere, onTestFinished }) => {
      const leave = await seats.enter()
      onTestFinished(() => leave?.())
      const project = await makeStage(stage, (work) => onTestFinished(work))
      const root = dirname(project.dir)
      await stage.prepare?.(project)
      const others = new Set(processesUnder(root).map(({ pid }) => pid))
      const ours = () => processesUnder(root).filter(({ pid }) => !others.has(pid))

      const run = stage.isOnTerminal ? runInShell(project, stage.argv(project)) : runCli(project, stage.argv(project))
      await stage.reach({ project, root, run })
      const sockets = listenersOf(ours())
      send(run, signal, {
        isOnTerminal: stage.isOnTerminal === true,
        pids: ours()
          .filter(isCli)
          .map(({ pid }) => pid),
      })
      const sentAt = performance.now()
      const exit = await run.ended

      expectHere(performance.now() - sentAt, 'it must end by itself, before it is ended').toBeLessThan(
        atThisLoad(HARD_END_MS),
      )
      expectHere(exit, run.stdout() + run.stderr()).toBe(exitOf(stage, signal))
      await expectHere.poll(ours, GONE).toEqual([])
      expectHere(listening().filter((inode) => sockets.includes(inode))).toEqual([])
      if (stage.isOnTerminal && signal !== 'SIGKILL') {
        expectHere(run.stdout()).toMatch(/[^-]icanon/)
        expectHere(run.stdout()).toMatch(/[^-]echo /)
        expectHere(run.stdout().lastIndexOf('\u001b[?25h')).toBeGreaterThanOrEqual(
          run.stdout().lastIndexOf('\u001b[?25l'),
        )
      }
      if (signal === 'SIGKILL') await startAgain(stage, project, expectHere)
      expectHere(unfinished(root)).toEqual([])
      expectHere(unsoundDatabases(root)).toEqual([])
      expectHere([undefined, ownUrl(project)]).toContain(registeredUrl(project.home))
      lockProject({ paths: statePaths({ env: {}, dataDir: project.home }), dir: project.dir, pid: 1 }).release()
    },
  )
})

it('a second Ctrl-C exits immediately and also kills an app that does not stop (P15)', async () => {
  const project = await makeDevProject(['node', 'app.mjs', 'stubborn'])
  const run = runCli(project, dev()())
  // The last thing that it does by itself.
  await seen(run, '/api/apps/v1/context')

  run.child.kill('SIGINT')
  await seen(run, 'not yet')
  await new Promise((resolve) => void setTimeout(resolve, 300))
  const pressedAt = performance.now()
  run.child.kill('SIGINT')
  const exit = await run.ended

  expect(exit).toBe(130)
  // An app that ignores SIGTERM has three seconds after the first.
  expect(performance.now() - pressedAt).toBeLessThan(atThisLoad(2500))
  await expect.poll(() => processesUnder(dirname(project.dir)), GONE).toEqual([])
})

async function makeStage({ mood }: StageCase, atEnd: AtEnd): Promise<DevProject> {
  const project = await makeDevProject(['node', 'app.mjs', ...(mood === undefined ? [] : [mood])], atEnd)
  project.replace('"orders.read"', '"orders.read", "products.read"')
  return { ...project, env: { ...project.env, TMPDIR: dirname(project.dir) } }
}

/** On a real terminal, inside a shell that tells how it ended and what the terminal is afterwards. */
function runInShell(project: DevProject, argv: readonly string[]): DevRun {
  const words = [process.execPath, program, ...argv]
  writeFileSync(join(project.dir, 'run.sh'), `trap '' INT HUP; ${shellLine(words)}; echo "exit $?."; stty -a\n`)
  const { child, screen } = runOnTerminal(project, 'sh run.sh')
  return {
    child,
    stdout: screen,
    stderr: () => '',
    events: () => [],
    ended: new Promise((resolve) =>
      child.once('close', () => resolve(Number(/exit (\d+)\./.exec(screen())?.[1] ?? Number.NaN))),
    ),
  }
}

function isCli({ commandLine }: { readonly commandLine: string }): boolean {
  return commandLine.includes('bin/run.js') && !commandLine.startsWith('s')
}

interface Receiver {
  readonly isOnTerminal: boolean
  readonly pids: readonly number[]
}

/** Ctrl-C on a terminal is a key; all else goes to the process itself. */
function send({ child }: DevRun, signal: Signal, { isOnTerminal, pids }: Receiver): void {
  if (!isOnTerminal) child.kill(signal)
  else if (signal === 'SIGINT') child.stdin?.write('\u0003')
  else for (const pid of pids) process.kill(pid, signal)
}

function exitOf({ isOnTerminal, exits }: StageCase, signal: Signal): number | string {
  if (signal === 'SIGKILL') return isOnTerminal ? 137 : 'SIGKILL'
  return exits?.[signal] ?? 130
}

/** After kill -9 the next start finds its way, and what was left is put back by it at the latest. */
async function startAgain(stage: StageCase, project: DevProject, expectHere: typeof expect): Promise<void> {
  const { mood, argv, again = argv(project)[0] === 'dev' ? nextDev : undefined } = stage
  // Killed in the middle of a write: what was not written is written by the next start, which sweeps what lies there for a while.
  const root = dirname(project.dir)
  for (const name of unfinished(root)) utimesSync(join(root, name), 0, 0)
  if (again === undefined) return
  if (mood !== undefined) project.replace(`,"${mood}"`, '')
  const run = runCli(project, again.argv)
  await seen(run, again.shows)
  run.child.kill('SIGINT')
  expectHere([0, 130]).toContain(await run.ended)
}

const ownUrl = ({ port }: DevProject) => `http://127.0.0.1:${port}/webhooks`

/** Vitest's own poll works only where there is one test at a time. */
async function until(isSo: () => boolean, what: string): Promise<void> {
  for (const begun = performance.now(); !isSo();) {
    if (performance.now() - begun > REACH_MS) throw new Error(`Waited in vain for ${what}.`)
    await new Promise((resolve) => void setTimeout(resolve, 2))
  }
}

/** Waits for a text on stdout; one that has ended shows nothing more. */
async function seen(run: DevRun, text: string): Promise<void> {
  const { child } = run
  await until(() => run.stdout().includes(text) || child.exitCode !== null || child.signalCode !== null, text)
  if (run.stdout().includes(text)) return
  await run.ended
  if (!run.stdout().includes(text)) throw new Error(`Ended without ${text}: ${run.stdout()}${run.stderr()}`)
}

async function fileAppears(path: string): Promise<void> {
  await until(() => existsSync(path), path)
}

async function succeed(project: DevProject, ...argv: string[]): Promise<void> {
  const run = runCli(project, argv)
  const exit = await run.ended
  if (exit !== 0) throw new Error(`app ${argv.join(' ')} ended with ${exit}: ${run.stdout()}${run.stderr()}`)
}

/** An emulator in a separate process, with the app installed: no app process anywhere. */
async function installed(project: DevProject): Promise<void> {
  const emulator = runCli(project, ['emulator', 'start', '--port', '0', '--json'])
  await seen(emulator, 'ready')
  await succeed(project, 'register')
  await succeed(project, 'store', 'open')
  await succeed(project, 'install', '--approve')
}

/** Lets an order be placed as soon as the app is installed, and waits for what comes of it. */
function orderThen(text: string): StageCase['reach'] {
  return async (scene) => {
    await tells('installed')(scene)
    await succeed(scene.project, 'emulator', 'order', 'place')
    await shows(text)(scene)
  }
}

async function listenAndOrder(scene: Scene): Promise<void> {
  const request = heldRequest(scene.project)
  await tells('registered')(scene)
  await succeed(scene.project, 'emulator', 'order', 'place')
  await request
}

async function holdRequest({ project }: Scene): Promise<void> {
  await heldRequest(project)
}

/** A receiver at the app's own port that never answers; resolves with the first request. */
async function heldRequest({ port, atEnd }: DevProject): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const server = createServer(() => resolve())
  atEnd(() => {
    server.close()
    server.closeAllConnections()
  })
  server.listen(port, '127.0.0.1')
  return promise
}

async function crash(scene: Scene): Promise<void> {
  await tells('installed')(scene)
  const started = scene.run.events().find(({ event }) => event === 'app-started')
  process.kill(Number(started?.['pid']), 'SIGKILL')
  await tells('app-exited')(scene)
}

function keepDelivery({ home, env }: DevProject): void {
  const body = eventText('e-1')
  const headers = signed(body)
  const journal = openJournal({ path: join(home, 'journal.db'), appKey: 'app.acme.loyalty' })
  appendDelivery(
    journal,
    someDelivery({ regionId: '7', timestamp: Math.floor(Date.now() / 1000), headers, body: Buffer.from(body) }),
  )
  journal.close()
  Object.assign(env, { SVCAPP_TARGET: 'emulator', SVCAPP_SIGNING_SECRET: '5e'.repeat(32) })
}

/** What the emulator's registry has as webhook_url; undefined while there is no such app. */
function registeredUrl(home: string): unknown {
  const file = join(home, 'emulator', 'registry.db')
  if (!existsSync(file)) return undefined
  const db = new DatabaseSync(file, { readOnly: true })
  try {
    return db.prepare('SELECT webhook_url FROM apps').get()?.['webhook_url']
  } catch {
    return undefined
  } finally {
    db.close()
  }
}
