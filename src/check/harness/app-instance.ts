import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'

import { isListening } from '../../http/listening.ts'
import { createOutput, type Output } from './app-state/output.ts'
import { mirrorSurroundings } from './app-state/surroundings.ts'
import { copyProject } from './app-state/workspace.ts'
import { markFolder, writtenSince, type WrittenFile } from './app-state/written-files.ts'
import { createBrowser, type Browser } from './browser.ts'
import { openCalls, type CallHub, type Calls } from './calls.ts'
import { noteCutOff } from './cut-off.ts'
import { createPace, type Pace } from './pace.ts'
import { ANSWER_MS, sendRaw, type Answer, type MayWait, type RawRequest } from './raw-request.ts'
import { slowness } from './work.ts'

/** An app process, as the layers above start it. */
export interface AppProcess {
  readonly pid: number
  /** Resolves with the exit description when the process exits. */
  readonly ended: Promise<string>
  /** Stops the whole process group: SIGTERM, then SIGKILL. */
  readonly stop: () => Promise<void>
  /** Sends SIGKILL to the whole process group. */
  readonly kill: () => Promise<void>
}

export interface StartProcess {
  readonly dir: string
  readonly env: Readonly<Record<string, string>>
  readonly onOutput: (stream: 'stdout' | 'stderr', chunk: Uint8Array) => void
}

export interface InstanceTools {
  /** Raises `dev.app-failed` if the process cannot be started. */
  readonly startProcess: (start: StartProcess) => Promise<AppProcess>
  /** Returns the app's variables for its port and the base URL of its calls. */
  readonly environment: (place: { readonly port: number; readonly baseUrl: string }) => Readonly<Record<string, string>>
  /** The project folder. It is copied and never written to. */
  readonly projectDir: string
  /** Folder for copies. */
  readonly folder: string
  /** URL of the platform's API and store admin. */
  readonly upstream: string
  readonly adminUrl: string
  /** Registered URL. The app's own pages are opened under it, whichever port serves them. */
  readonly appUrl: string
  /** In ms since the run began. */
  readonly clock: () => number
  readonly sleep: (ms: number) => Promise<void>
  /** Number of runnable programs per core of this machine. */
  readonly busyness: () => number
  readonly freePort: () => Promise<number>
  readonly deadline: AbortSignal
}

export interface InstanceOptions {
  /** Variables that replace those of the app; null removes a variable. */
  readonly env?: Readonly<Record<string, string | null>>
  /** Another process that shares its files with this one: a second instance of the same app. */
  readonly beside?: AppInstance
  /** Port that other programs expect; a free one by default. */
  readonly port?: number
}

/** A running app with its own port, folder and base URL for platform calls. */
export interface AppInstance extends Pick<Pace, 'catchUp' | 'paceMs'> {
  readonly port: number
  /** Working folder: a copy of the project that the app may write to. */
  readonly dir: string
  readonly calls: Calls
  readonly output: Output
  /** Returns the files below its folder that the app has created or changed so far. */
  readonly written: () => Promise<readonly WrittenFile[]>
  /** Sends one request unchanged. Restarts the app first if it exited unexpectedly. */
  readonly send: (request: Omit<RawRequest, 'port'>) => Promise<Answer>
  /** Creates a browser that reaches this instance under the registered URL. */
  readonly browser: () => Browser
  /** Returns the time in ms since the app began to listen. */
  readonly ageMs: () => number
  readonly isAlive: () => boolean
  /** Returns how the app exited each time it did so unexpectedly. */
  readonly crashes: () => readonly { readonly how: string; readonly log: readonly string[] }[]
  /** Sends SIGTERM, and starts a new process with the same files. */
  readonly restart: () => Promise<void>
  /** Sends SIGKILL to the whole group; `start` starts the app again. */
  readonly kill: () => Promise<void>
  readonly start: () => Promise<void>
  readonly close: () => Promise<void>
}

/** Thrown if an app did not start; `said` is the end of its output. */
export class NotStarted extends Error {
  readonly said: readonly string[]

  constructor(message: string, said: readonly string[]) {
    super(message)
    this.said = said
  }
}

const LOG_TAIL = 12

/** Number of output lines shown for an app that does not start: its stack trace and the lines around it. */
const START_TAIL = 60

/** Pause between two attempts to reach its port, in ms. */
const LISTEN_MS = 40

/** Time in ms on an idle machine after which the exit is known, measured from the end of its connections. */
const CRASH_MS = 2000

/** Starts the app and waits until it listens on its port, at most `startLimitMs`. Throws `NotStarted` if it does not, after stopping its processes. */
export async function startInstance(
  tools: InstanceTools & { readonly hub: CallHub; readonly startLimitMs?: () => number },
  options: InstanceOptions = {},
): Promise<AppInstance> {
  const { hub, projectDir, folder, clock, upstream, adminUrl, appUrl, sleep, deadline } = tools
  const { beside } = options
  const calls = await openCalls({ upstream, clock, hub })
  const port = options.port ?? (await tools.freePort())
  const dir = beside?.dir ?? (await mirrorSurroundings(projectDir, join(folder, `app-${port}`)))
  const output = createOutput()
  const crashes: { readonly how: string; readonly log: readonly string[] }[] = []
  let nextCrash = Promise.withResolvers<void>()
  let running: AppProcess | null = null
  let starting: Promise<void> | null = null
  let listensSince = 0
  if (beside === undefined) {
    await mkdir(folder, { recursive: true })
    await copyProject(projectDir, dir)
  }
  const mark = beside === undefined ? await markFolder(dir) : null

  /** The last lines of output, with the paths of the original project. */
  const lastLines = (count: number) =>
    output
      .lines()
      .slice(-count)
      .map((line) => line.replaceAll(dir, projectDir))
  const env = () => {
    const merged: Record<string, string> = { ...tools.environment({ port, baseUrl: calls.url }) }
    for (const [name, value] of Object.entries(options.env ?? {})) {
      if (value === null) delete merged[name]
      else merged[name] = value
    }
    return merged
  }
  // After the deadline or Ctrl-C, the app gets no time to finish its work.
  const how = () => (deadline.aborted ? 'kill' : 'stop')
  let isClosed = false
  const launch = async () => {
    if (isClosed) throw new NotStarted('The run is over.', [])
    const process = await tools.startProcess({ dir, env: env(), onOutput: output.add })
    const startedAt = clock()
    const isLate = () => clock() - startedAt > (tools.startLimitMs?.() ?? Number.POSITIVE_INFINITY)
    let isOver = false
    void process.ended.then((how) => {
      isOver = true
      if (running !== process) return
      running = null
      crashes.push({ how, log: lastLines(LOG_TAIL) })
      nextCrash.resolve()
      nextCrash = Promise.withResolvers()
    })
    // The app may exit during the port test while another process listens there, so it must also be alive.
    const hasStarted = async () => (await isListening(port)) && !isOver
    while (!(await hasStarted())) {
      const why = isOver ? `has exited (${await process.ended})` : `does not listen on 127.0.0.1:${port}`
      if (isOver || deadline.aborted || isLate()) {
        await process[how()]()
        throw new NotStarted(`The app ${why}.`, lastLines(START_TAIL))
      }
      await sleep(LISTEN_MS)
    }
    running = process
    listensSince = clock()
  }
  const start = () => {
    starting ??= launch().finally(() => void (starting = null))
    return starting
  }
  const end = async (how: 'stop' | 'kill') => {
    const process = running
    running = null
    await process?.[how]()
  }
  const pace = createPace({ port, calls, busyness: tools.busyness, isRunning: () => running !== null })
  const ask = async (request: RawRequest): Promise<Answer> => {
    if (running === null && crashes.length > 0) await start().catch(() => {})
    const seen = crashes.length
    const answer = await sendRaw(request, pace.mayWait)
    if (answer.answered || answer.why === 'too-slow' || answer.why === 'busy') return answer
    // The exit becomes known shortly after the connections end.
    if (running !== null) await Promise.race([nextCrash.promise, sleep(CRASH_MS * slowness(tools))])
    if (crashes.length > seen) noteCutOff()
    return answer
  }
  const mayWaitLong: MayWait = async (ms) => (ms < ANSWER_MS * slowness(tools) ? 'wait' : 'busy')
  const instance: AppInstance = {
    port,
    dir,
    calls,
    output,
    written: () => (mark === null ? (beside?.written() ?? Promise.resolve([])) : writtenSince(dir, mark)),
    send: (request) => ask({ ...request, port }),
    browser: () =>
      createBrowser({
        portOf: (origin) => {
          if (origin === new URL(appUrl).origin) return port
          return origin === new URL(adminUrl).origin ? Number(new URL(adminUrl).port) : null
        },
        send: (request) => (request.port === port ? ask(request) : sendRaw(request, mayWaitLong)),
      }),
    ageMs: () => clock() - listensSince,
    catchUp: pace.catchUp,
    paceMs: pace.paceMs,
    isAlive: () => running !== null,
    crashes: () => crashes,
    restart: async () => {
      await end('stop')
      await start()
    },
    kill: () => end('kill'),
    start,
    close: async () => {
      isClosed = true
      await starting?.catch(() => {})
      await end(how())
      await calls.close()
    },
  }
  await start().catch(async (error: unknown) => {
    await calls.close()
    throw error
  })
  return instance
}
