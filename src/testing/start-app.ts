import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

import { mirrorSurroundings } from '../check/harness/app-state/surroundings.ts'
import { copyProject, inCopy } from '../check/harness/app-state/workspace.ts'
import { startAppProcess } from '../dev/processes/app-process.ts'
import { AppError } from '../errors.ts'
import { isListening } from '../http/listening.ts'
import type { AppConfig } from '../project/app-config.ts'
import type { TestMachine } from './app-config.ts'
import { rejectUnknown } from './known-fields.ts'
import type { Timeline } from './timeline.ts'

export interface AppStart {
  /** Program and arguments, run without a shell. Default: `dev.command` in app.toml. */
  readonly command?: readonly string[]
  /** Working folder of the app. Default: a fresh copy of the project without its databases. */
  readonly dir?: string
  /** Variables added to the platform's `env`. */
  readonly env?: Readonly<{ [name: string]: string }>
  /** Maximum time until the app listens, in ms. Default: 30,000. */
  readonly timeoutMs?: number
}

/** The process of the app under test. */
export interface RunningApp {
  readonly pid: number
  /** Output lines so far. */
  readonly output: () => readonly string[]
  /** Sends SIGTERM to the process and its children, and SIGKILL after three seconds. */
  readonly stop: () => Promise<void>
}

export interface StartTools {
  readonly config: AppConfig
  readonly dir: string
  readonly env: Readonly<{ [name: string]: string }>
  readonly timeline: Timeline
  readonly machine: Pick<TestMachine, 'env' | 'nodePath'>
}

const START_MS = 30_000
const LAST_LINES = 12

/**
 * Starts the app and waits until it listens on its port. It stops when this process exits for any
 * reason. If it fails, no process keeps running and it raises `dev.app-failed`.
 */
export async function startApp(
  { config, dir, env, timeline, machine }: StartTools,
  start: AppStart,
): Promise<RunningApp> {
  rejectUnknown('startApp', start, { command: true, dir: true, env: true, timeoutMs: true })
  const lines: string[] = []
  const { port } = config.dev
  const place = start.dir === undefined ? await copyOf(dir) : { dir: start.dir, remove: async () => {} }
  const app = await startAppProcess({
    command: (start.command ?? config.dev.command).map((word) => inCopy(word, dir, place.dir)),
    dir: place.dir,
    env: machine.env,
    appEnv: { ...env, ...start.env },
    nodePath: machine.nodePath,
    onLine: (_, line) => {
      lines.push(line)
      timeline.appLine(line)
    },
  }).catch(async (error: unknown) => {
    await place.remove()
    throw error
  })
  const stop = async () => {
    await app.stop()
    await place.remove()
  }
  let end: string | null = null as string | null
  void app.ended.then((how) => void (end = `exited (${how})`))
  const until = performance.now() + (start.timeoutMs ?? START_MS)
  while (!(await isListening(port))) {
    if (end === null && performance.now() < until) {
      await pause(20)
      continue
    }
    const how = end ?? `does not listen on 127.0.0.1:${port}`
    await stop()
    throw new AppError('dev.app-failed', [`The app ${how}.`, ...lines.slice(-LAST_LINES)].join('\n'), {
      suggestions: ['Bind the app to 127.0.0.1 and the port in PORT.'],
    })
  }
  return { pid: app.pid, output: () => [...lines], stop }
}

/** Creates a separate folder that the app may write to, because data that the app stored for one platform means nothing to the next. */
async function copyOf(project: string): Promise<{ readonly dir: string; readonly remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'svcapp-testing-'))
  const dir = await mirrorSurroundings(project, folder)
  await copyProject(project, dir)
  return { dir, remove: () => rm(folder, { recursive: true, force: true, maxRetries: 3 }) }
}
