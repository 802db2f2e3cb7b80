import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { afterAll, beforeAll } from 'vitest'

import Init from '../../../src/commands/init.ts'
import Install from '../../../src/commands/install.ts'
import Register from '../../../src/commands/register.ts'
import StoreOpen from '../../../src/commands/store/open.ts'
import type {
  Delivery,
  EmulatorUrls,
  RegistrationSecrets,
  RequestRow,
  RunFile,
  Store,
} from '../../../src/control/contract.ts'
import { freePort } from '../../support/processes/free-port.ts'
import { documentOf, makeMachine, untilPrinted, type Machine, type Run, type RunOptions } from './machine.ts'
import { runHere, type CommandClass } from './run-here.ts'

export interface NewProject {
  readonly installScope?: 'region' | 'store'
  readonly scopes?: string
  /** Port of the app and of its webhook address; a free one when left out. */
  readonly port?: number
  /** Set up by the programs themselves, for tests of what these print. */
  readonly byPrograms?: boolean
}

/** A project folder that `app init` made, and its commands. */
export interface ProjectFolder {
  readonly dir: string
  readonly key: string
  readonly port: number
  readonly toml: string
  readonly edit: (change: (toml: string) => string) => void
  readonly run: (argv: readonly string[], options?: RunOptions) => Promise<Run>
  /** Runs a command with `--json` that has to succeed, and answers with its document. */
  readonly ok: <T = Record<string, unknown>>(argv: readonly string[], options?: RunOptions) => Promise<T>
  /** The same of a command that only prepares what a test is about. */
  readonly setUp: <T>(name: string, Class: CommandClass<T>, argv: readonly string[]) => Promise<T>
}

export interface OpenProject extends ProjectFolder {
  readonly store: Store
  readonly secrets: RegistrationSecrets
}

/** A machine with a running emulator. */
export interface Platform {
  readonly machine: Machine
  readonly pid: number
  /** What the emulator has printed so far, on both streams. */
  readonly output: () => string
  readonly urls: EmulatorUrls
  readonly control: <T>(method: string, path: string, body?: unknown) => Promise<T>
  readonly newProject: (options?: NewProject) => Promise<ProjectFolder>
  /** After `app register` and `app store open`. */
  readonly openProject: (options?: NewProject) => Promise<OpenProject>
  /** After `app install --approve` too. */
  readonly installedProject: (options?: NewProject) => Promise<OpenProject>
  /** API calls and exchanges that the emulator saw of an app, newest first. */
  readonly requests: (appKey: string) => Promise<readonly RequestRow[]>
  readonly deliveries: (appKey: string) => Promise<readonly Delivery[]>
}

/** One emulator for all tests of a file: started by the real command, on free ports, and stopped after them. */
export function usePlatform(): () => Platform {
  let platform: Platform | undefined
  beforeAll(async () => {
    platform = await startPlatform()
  })
  afterAll(async () => platform?.machine.close())
  return () => {
    if (platform === undefined) throw new Error('The emulator did not start.')
    return platform
  }
}

export async function startPlatform(machine: Machine = makeMachine()): Promise<Platform> {
  const emulator = machine.start(['emulator', 'start', '--port', '0', '--json'])
  await untilPrinted(emulator, () => emulator.stdout().includes('\n'), 'its addresses')
  const { pid, urls, controlToken } = readRunFileOf(machine)
  const control = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const headers = { Authorization: `Bearer ${controlToken}`, 'Content-Type': 'application/json' }
    const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }
    const response = await fetch(`${urls.portal}/_emu/v1${path}`, init)
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return (await response.json()) as T
  }

  const newProject = (options?: NewProject) => makeProject(machine, options)
  const openProject = async (options?: NewProject): Promise<OpenProject> => {
    const project = await newProject(options)
    const { revealed: secrets } = await project.setUp('register', Register, ['--reveal'])
    const { store } = await project.setUp('store open', StoreOpen, ['--name', 'Demo'])
    if (secrets === null) throw new Error('A new app gets secrets.')
    return { ...project, secrets, store }
  }
  return {
    machine,
    pid,
    output: () => emulator.stdout() + emulator.stderr(),
    urls,
    control,
    newProject,
    openProject,
    installedProject: async (options) => {
      const project = await openProject(options)
      await project.setUp('install', Install, ['--approve'])
      return project
    },
    requests: async (appKey) => (await control<{ requests: RequestRow[] }>('GET', `/requests?app=${appKey}`)).requests,
    deliveries: async (appKey) =>
      (await control<{ deliveries: Delivery[] }>('GET', `/deliveries?app=${appKey}`)).deliveries,
  }
}

export function readRunFileOf({ home }: Machine): RunFile {
  // Written by the emulator alone, which the tests start.
  return JSON.parse(readFileSync(join(home, 'emulator', 'run.json'), 'utf8')) as RunFile
}

let made = 0

/** `app init`, on a port that nobody else uses. */
export async function makeProject(machine: Machine, options: NewProject = {}): Promise<ProjectFolder> {
  made += 1
  const key = `app.acme.loyalty-${made}`
  const dir = join(machine.dir, 'work', `loyalty-${made}`)
  const { installScope = 'region', scopes = 'orders.read', port = await freePort(), byPrograms = false } = options
  const topics = scopes.includes('orders.read') ? ['--topics', 'order.created order.paid app.uninstalled'] : []
  const choices = ['--install-scope', installScope, '--scopes', scopes, ...topics]
  const flags = ['--dir', dir, ...choices, '--yes', '--no-install', '--no-git']
  const work = join(machine.dir, 'work')
  if (byPrograms) documentOf(await machine.run(['init', key, ...flags, '--json'], { cwd: work }))
  else await runHere(machine, work, Init, [key, ...flags])
  const file = join(dir, 'app.toml')
  const read = () => readFileSync(file, 'utf8')
  writeFileSync(file, read().replaceAll('3000', String(port)))
  const run = (argv: readonly string[], more: RunOptions = {}) => machine.run(argv, { cwd: dir, ...more })
  const ok = async <T>(argv: readonly string[], more?: RunOptions) => {
    const ended = await run([...argv, '--json'], more)
    if (ended.exit !== 0)
      throw new Error(`app ${argv.join(' ')} ended with ${ended.exit}: ${ended.stdout}${ended.stderr}`)
    return documentOf(ended) as T
  }
  return {
    dir,
    key,
    port,
    get toml() {
      return read()
    },
    edit: (change) => writeFileSync(file, change(read())),
    run,
    ok,
    setUp: <T>(name: string, Class: CommandClass<T>, argv: readonly string[]) =>
      byPrograms ? ok<T>([...name.split(' '), ...argv]) : runHere(machine, dir, Class, argv),
  }
}
