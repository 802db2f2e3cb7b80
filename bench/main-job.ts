import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface MainJob {
  /** Folder of the project with an installed app, or null if a step failed. */
  readonly project: string | null
  /** The failure, with the command's own message. */
  readonly problem: string | null
  readonly env: NodeJS.ProcessEnv
  stop(): void
}

const KEY = 'app.acme.bench'

/** Scaffolds, registers and installs an app against its own emulator for the measurements of `call`. Slow, and not part of the measured time. */
export async function prepareMainJob({ bin, dir }: { readonly bin: string; readonly dir: string }): Promise<MainJob> {
  const home = join(dir, 'state')
  mkdirSync(home, { recursive: true })
  const env = { PATH: process.env['PATH'], HOME: dir, SVCAPP_HOME: home, SVCAPP_CREDENTIALS: 'file' }
  const emulator = spawn(process.execPath, [bin, 'emulator', 'start', '--port', '0', '--json'], {
    env,
    cwd: dir,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const project = join(dir, 'bench')
  const stop = () => void emulator.kill('SIGTERM')
  const failed = (problem: string): MainJob => ({ project: null, problem, env, stop })
  if (!(await isReady(emulator))) return failed('the emulator did not start')
  const steps = [
    { argv: ['init', KEY, '--yes', '--no-install', '--dir', project], cwd: dir },
    { argv: ['register', '--json'], cwd: project },
    { argv: ['store', 'open', '--name', 'Bench', '--json'], cwd: project },
    { argv: ['install', '--approve', '--json'], cwd: project },
    { argv: ['call', 'orders', 'list', '--region', 'tr', '--json'], cwd: project },
  ]
  for (const { argv, cwd } of steps) {
    const { status, stdout, stderr } = spawnSync(process.execPath, [bin, ...argv], { env, cwd, encoding: 'utf8' })
    if (status !== 0) return failed(`app ${argv.join(' ')} ended with ${status}: ${(stdout + stderr).slice(0, 300)}`)
  }
  await warmUp(home)
  return { project, problem: null, env, stop }
}

/** Requests that compile the emulator's request path: half of a token's budget per minute. */
const WARMING = 300

/** Warms up the server, because users call a server that has been running, not a new one. */
async function warmUp(home: string): Promise<void> {
  // The emulator has just written both files.
  const { urls } = JSON.parse(readFileSync(join(home, 'emulator/run.json'), 'utf8')) as { urls: { api: string } }
  const secrets = JSON.parse(readFileSync(join(home, 'emulator-secrets.json'), 'utf8')) as Record<string, string>
  const token = Object.values(secrets).find((secret) => secret.startsWith('svcapp_'))
  const headers = { Authorization: `Bearer ${token}` }
  for (let sent = 0; sent < WARMING; sent++) {
    const answer = await fetch(new URL('/api/apps/v1/orders?pageSize=1', urls.api), { headers })
    if (!answer.ok) throw new Error(`The emulator answered ${answer.status} to a request of the bench.`)
    await answer.arrayBuffer()
  }
}

function isReady(emulator: ChildProcess): Promise<boolean> {
  return new Promise((resolve) => {
    const giveUp = setTimeout(() => resolve(false), 10_000)
    const settle = (answer: boolean) => {
      clearTimeout(giveUp)
      resolve(answer)
    }
    emulator.stdout?.once('data', () => settle(true))
    emulator.once('exit', () => settle(false))
  })
}
