import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'

import { isListening } from '../../http/listening.ts'
import { noteCutOff } from '../run/cut-off.ts'
import { createOutput, type Output } from './app-state/output.ts'
import { copyProject } from './app-state/workspace.ts'
import { markFolder, writtenSince, type WrittenFile } from './app-state/written-files.ts'
import { createBrowser, type Browser } from './browser.ts'
import { openCalls, type CallHub, type Calls } from './calls.ts'
import { sendRaw, type RawRequest, type Reply } from './raw-request.ts'
import { mirrorSurroundings } from './surroundings.ts'

/** A process of the app, as the shelves above start it. */
export interface AppProcess {
  readonly pid: number
  /** Resolves with how it ended. */
  readonly ended: Promise<string>
  /** Ends the whole group: SIGTERM, then SIGKILL. */
  readonly stop: () => Promise<void>
  /** SIGKILL to the whole group at once. */
  readonly kill: () => Promise<void>
}

export interface StartProcess {
  readonly dir: string
  readonly env: Readonly<Record<string, string>>
  readonly onOutput: (stream: 'stdout' | 'stderr', chunk: Uint8Array) => void
}

export interface InstanceTools {
  /** Raises `dev.app-failed` when it cannot be started. */
  readonly startProcess: (start: StartProcess) => Promise<AppProcess>
  /** The variables of the app for a port and a way to the platform. */
  readonly environment: (place: { readonly port: number; readonly baseUrl: string }) => Readonly<Record<string, string>>
  /** The project; it is copied and never written to. */
  readonly projectDir: string
  /** Where copies are made. */
  readonly folder: string
  /** The platform's API and its store admin. */
  readonly upstream: string
  readonly adminUrl: string
  /** The address that is registered: the app's own pages are opened under it, whichever port has them. */
  readonly appUrl: string
  /** In ms since the check began. */
  readonly clock: () => number
  readonly sleep: (ms: number) => Promise<void>
  readonly freePort: () => Promise<number>
  /** How long a start may take, in ms. */
  readonly startMs: number
  readonly deadline: AbortSignal
}

export interface InstanceOptions {
  /** Instead of what it would get; null takes a variable away. */
  readonly env?: Readonly<Record<string, string | null>>
  /** Another process on the same files as this one: a second instance of one app. */
  readonly beside?: AppInstance
  /** The port that everybody expects it on; a free one when left out. */
  readonly port?: number
}

/** A running app on a port, a folder and a way to the platform of its own. */
export interface AppInstance {
  readonly port: number
  /** Its working folder: a copy of the project, in which it may write. */
  readonly dir: string
  readonly calls: Calls
  readonly output: Output
  /** The files below its folder that it has made or changed so far. */
  readonly written: () => Promise<readonly WrittenFile[]>
  /** One request as it stands. An app that has ended by itself is started again first. */
  readonly send: (request: Omit<RawRequest, 'port'>) => Promise<Reply>
  /** A new browser, which finds this instance under the registered address. */
  readonly browser: () => Browser
  /** How long ago it began to listen, in ms. */
  readonly ageMs: () => number
  /** Whether its process lives. */
  readonly isAlive: () => boolean
  /** How it ended each time that nobody had asked it to. */
  readonly crashes: () => readonly { readonly how: string; readonly log: readonly string[] }[]
  /** SIGTERM, and a new process on the same files. */
  readonly restart: () => Promise<void>
  /** SIGKILL to all of it; `start` brings it back. */
  readonly kill: () => Promise<void>
  readonly start: () => Promise<void>
  readonly close: () => Promise<void>
}

/** Why an app did not come up; `said` is the end of what it wrote. */
export class NotStarted extends Error {
  readonly said: readonly string[]

  constructor(message: string, said: readonly string[]) {
    super(message)
    this.said = said
  }
}

const LOG_TAIL = 12

/** Of an app that does not start: its stack and what is around it. */
const START_TAIL = 60

/** Between two looks whether it listens. */
const LISTEN_MS = 40

/** How long an end of the process may take to be noticed after its connections ended. */
const CRASH_MS = 2000

/** Starts the app and waits until it listens on its port. Throws `NotStarted`; nothing of it runs then. */
export async function startInstance(
  tools: InstanceTools & { readonly hub: CallHub },
  options: InstanceOptions = {},
): Promise<AppInstance> {
  const { hub, projectDir, folder, clock, upstream, adminUrl, appUrl, sleep, startMs, deadline } = tools
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

  /** What it wrote last, with the paths of the project itself. */
  const saidLast = (count: number) =>
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
  // When the time is over, or Ctrl-C was pressed, nobody waits for what the app still wants to do.
  const how = () => (deadline.aborted ? 'kill' : 'stop')
  let isClosed = false
  const launch = async () => {
    if (isClosed) throw new NotStarted('The check is over.', [])
    const process = await tools.startProcess({ dir, env: env(), onOutput: output.add })
    let isOver = false
    void process.ended.then((how) => {
      isOver = true
      if (running !== process) return
      running = null
      crashes.push({ how, log: saidLast(LOG_TAIL) })
      nextCrash.resolve()
      nextCrash = Promise.withResolvers()
    })
    const endAt = clock() + startMs
    while (!(await isListening(port))) {
      const why = isOver ? `has ended (${await process.ended})` : `does not listen on 127.0.0.1:${port}`
      if (isOver || clock() > endAt || deadline.aborted) {
        await process[how()]()
        throw new NotStarted(`The app ${why}.`, saidLast(START_TAIL))
      }
      await sleep(LISTEN_MS)
    }
    running = process
    listensSince = clock()
    // It may have ended between the two.
    if (isOver) running = null
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
  const ask = async (request: RawRequest): Promise<Reply> => {
    if (running === null && crashes.length > 0) await start().catch(() => {})
    const seen = crashes.length
    const reply = await sendRaw(request)
    if (reply.answered || reply.why === 'too-slow') return reply
    // That the process has ended is known a moment after its connections are.
    if (running !== null) await Promise.race([nextCrash.promise, sleep(CRASH_MS)])
    if (crashes.length > seen) noteCutOff()
    return reply
  }
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
        send: (request) => (request.port === port ? ask(request) : sendRaw(request)),
      }),
    ageMs: () => clock() - listensSince,
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
