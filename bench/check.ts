import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { installPacked } from '../scripts/build/packed.ts'
import { appEnvironment } from '../src/dev/processes/app-environment.ts'
import { freePort } from '../src/http/free-port.ts'
import { isListening } from '../src/http/listening.ts'
import { loadProject } from '../src/project/app-toml.ts'
import type { Figure } from './figures.ts'

const ROUNDS = Number(process.env['SVCAPP_BENCH_ROUNDS'] ?? 3)

/** Measures `app check` of a new app with the published package: a whole check takes at most 10 s on two idle cores and 5 s of its own processes' time. */
export async function check(): Promise<Figure[]> {
  execFileSync(process.execPath, [join(import.meta.dirname, '../scripts/build.ts')], { stdio: 'ignore' })
  const installed = installPacked({ isCold: false })
  try {
    const project = makeProject(installed)
    const rounds: Round[] = []
    const starts: number[] = []
    // The first round warms the caches.
    for (let round = 0; round <= ROUNDS; round++) {
      const startMs = await appStart(project)
      const measured = await wholeCheck(installed, project)
      if (round === 0) continue
      starts.push(startMs)
      rounds.push(measured)
    }
    const wall = median(rounds.map(({ wallMs }) => wallMs))
    const own = median(rounds.map(({ ownMs }) => ownMs))
    const start = median(starts)
    console.log(`| whole check of a new app, ${ROUNDS} rounds | ms |\n| --- | --- |`)
    console.log(`| from spawn to end | ${wall.toFixed(0)} |`)
    console.log(`| processor time of its own processes | ${own.toFixed(0)} |`)
    console.log(`| the app alone, from \`npm start\` until it listens | ${start.toFixed(0)} |`)
    console.log(`| whole check, in starts of the app | ${(wall / start).toFixed(1)}x |`)
    return [
      { what: '`app check` of a new app', value: wall / 1000, limit: 10, wanted: 'at most', unit: 's' },
      { what: '`app check`, processor time', value: own / 1000, limit: 5, wanted: 'at most', unit: 's' },
    ]
  } finally {
    installed.remove()
  }
}

type Installed = ReturnType<typeof installPacked>

/** Creates a new app with this checkout's versions of the packages it needs. */
function makeProject({ bin, dir }: Installed): string {
  const project = join(dir, 'loyalty')
  execFileSync(process.execPath, [bin, 'init', 'app.acme.loyalty', '--yes', '--no-install', '--dir', project], {
    env: environment(dir),
    stdio: 'ignore',
  })
  const { dependencies } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')) as {
    readonly dependencies: Readonly<Record<string, string>>
  }
  for (const name of Object.keys(dependencies)) {
    const place = join(project, 'node_modules', name)
    mkdirSync(dirname(place), { recursive: true })
    symlinkSync(join(import.meta.dirname, '../node_modules', name), place, 'junction')
  }
  return project
}

function environment(home: string): NodeJS.ProcessEnv {
  return { PATH: process.env['PATH'], HOME: home, SVCAPP_HOME: join(home, 'state') }
}

async function appStart(project: string): Promise<number> {
  const { config } = loadProject({ cwd: project })
  const port = await freePort()
  const nowhere = 'http://127.0.0.1:9'
  const secrets = {
    clientId: 'cli_bench',
    clientSecret: `cs_${'ab'.repeat(32)}`,
    signingSecret: 'cd'.repeat(32),
    tokenKey: 'ab'.repeat(32),
  }
  const env = {
    ...appEnvironment({ project: { config }, secrets, baseUrl: nowhere, adminUrl: nowhere }),
    PORT: String(port),
  }
  const began = performance.now()
  const child = spawn('npm', ['start'], {
    cwd: project,
    env: { ...environment(project), ...env },
    stdio: 'ignore',
    detached: true,
  })
  const ended = once(child, 'exit')
  while (!(await isListening(port))) {
    if (child.exitCode !== null) throw new Error(`The app ended with ${child.exitCode}.`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  const ms = performance.now() - began
  process.kill(-(child.pid ?? 0), 'SIGTERM')
  await ended
  return ms
}

interface Round {
  readonly wallMs: number
  readonly ownMs: number
}

/** Reports usage when the check exits. A watchdog is a separate process, visible only in /proc. Elsewhere its 50 ms are not counted. */
const report = `process.on('exit', () => {
  const { user, system } = process.cpuUsage()
  require('node:fs').writeSync(2, '\\nOWN ' + (user + system) / 1000)
})`

async function wholeCheck({ bin, dir }: Installed, project: string): Promise<Round> {
  const hook = join(dir, 'report-time.cjs')
  writeFileSync(hook, report)
  const began = performance.now()
  const child = spawn(process.execPath, ['--require', hook, bin, 'check', '--yes', '--json', '--timeout', '120'], {
    cwd: project,
    env: environment(dir),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = { out: '', err: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => void (output.out += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => void (output.err += text))
  let watchdogMs = 0
  const looking = setInterval(() => {
    watchdogMs = Math.max(watchdogMs, watchdogTime(child.pid ?? 0))
  }, 100)
  await once(child, 'close')
  clearInterval(looking)
  const wallMs = performance.now() - began
  if (child.exitCode !== 0) throw new Error(`The check ended with ${child.exitCode}: ${output.out.slice(0, 2000)}`)
  return { wallMs, ownMs: Number(/OWN ([\d.]+)/.exec(output.err)?.[1] ?? NaN) + watchdogMs }
}

/** Returns the milliseconds used by a process's children that run a script from its command line. */
function watchdogTime(parent: number): number {
  const tickMs = 10
  let ms = 0
  try {
    for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
      if (Number(fields[1]) !== parent) continue
      if (readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')[1] !== '-e') continue
      ms += (Number(fields[11]) + Number(fields[12])) * tickMs
    }
  } catch {
    // The process exited in the meantime, or /proc is missing.
  }
  return ms
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? NaN
}
