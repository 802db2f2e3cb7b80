import { spawn, type ChildProcess } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { compileCacheOfTests } from '../../support/processes/compile-cache.ts'
import { compileCache, program } from '../../support/program.ts'

/** A command that has ended. */
export interface Run {
  readonly argv: readonly string[]
  readonly stdout: string
  readonly stderr: string
  readonly bytes: Buffer
  /** The exit code, or the name of the signal that ended it. */
  readonly exit: number | string | null
  readonly ms: number
}

export interface RunOptions {
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
  /** The Node of this machine, which starts `app` of the checkout; when left out the pinned one starts that of the package. */
  readonly node?: string
}

/** A command that runs on: its output so far, and its end. */
export interface Started {
  readonly argv: readonly string[]
  readonly child: ChildProcess
  readonly stdout: () => string
  readonly stderr: () => string
  readonly ended: Promise<Run>
}

/** A developer's machine as far as a test needs one: a home folder, a state folder, no keychain, and everything that commands ever printed. */
export interface Machine {
  readonly dir: string
  /** SVCAPP_HOME. */
  readonly home: string
  readonly runs: readonly Run[]
  readonly start: (argv: readonly string[], options?: RunOptions) => Started
  readonly run: (argv: readonly string[], options?: RunOptions) => Promise<Run>
  /** Kills what still runs and removes the folders. */
  readonly close: () => Promise<void>
}

/** Hands over to the pinned Node when it is started by an older one. */
const ofCheckout = join(import.meta.dirname, '../../../bin/run.js')

export function makeMachine(): Machine {
  const dir = mkdtempSync(join(tmpdir(), 'svcapp-e2e-'))
  const home = join(dir, 'state')
  mkdirSync(join(dir, 'work'))
  const base = {
    PATH: process.env['PATH'] ?? '',
    HOME: dir,
    SVCAPP_HOME: home,
    XDG_CACHE_HOME: compileCache,
    ...compileCacheOfTests(),
  }
  const runs: Run[] = []
  const alive = new Set<Started>()

  const start = (argv: readonly string[], { cwd = join(dir, 'work'), env = {}, node }: RunOptions = {}): Started => {
    const child = spawn(node ?? process.execPath, [node === undefined ? program : ofCheckout, ...argv], {
      cwd,
      env: { ...base, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const started = watch(child, argv)
    alive.add(started)
    void started.ended.then((run) => {
      alive.delete(started)
      runs.push(run)
    })
    return started
  }

  return {
    dir,
    home,
    runs,
    start,
    run: async (argv, options) => start(argv, options).ended,
    close: async () => {
      const left = [...alive]
      for (const { child } of left) child.kill('SIGKILL')
      await Promise.all(left.map(async ({ ended }) => ended))
      rmSync(dir, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

function watch(child: ChildProcess, argv: readonly string[]): Started {
  const startedAt = performance.now()
  const chunks: { readonly stdout: Buffer[]; readonly stderr: Buffer[] } = { stdout: [], stderr: [] }
  child.stdout?.on('data', (chunk: Buffer) => void chunks.stdout.push(chunk))
  child.stderr?.on('data', (chunk: Buffer) => void chunks.stderr.push(chunk))
  const text = (name: 'stdout' | 'stderr') => Buffer.concat(chunks[name]).toString('utf8')
  const { promise: ended, resolve } = Promise.withResolvers<Run>()
  child.once('close', (code, signal) =>
    resolve({
      argv,
      stdout: text('stdout'),
      stderr: text('stderr'),
      bytes: Buffer.concat(chunks.stdout),
      exit: code ?? signal,
      ms: performance.now() - startedAt,
    }),
  )
  return { argv, child, stdout: () => text('stdout'), stderr: () => text('stderr'), ended }
}

type Sought<T> = T | undefined | null | false

/** Waits until `read` returns something, and returns that. The limit says how soon a hang is reported; on one busy core a start takes a minute. */
export async function until<T>(read: () => Sought<T> | Promise<Sought<T>>, what: string, ms = 300_000): Promise<T> {
  const end = performance.now() + ms
  for (;;) {
    const found = await read()
    if (found !== undefined && found !== null && found !== false) return found
    if (performance.now() > end) throw new Error(`Waited ${ms} ms in vain for ${what}.`)
    await new Promise((resolve) => void setTimeout(resolve, 20))
  }
}

/** Waits until `read` finds something in what a command has printed. Fails with all that it printed: at once when it ends, else after the time of `until`. */
export async function untilPrinted<T>(started: Started, read: () => Sought<T>, what: string): Promise<T> {
  let exit: Run['exit'] | undefined
  void started.ended.then((run) => (exit = run.exit))
  const failAtEnd = (): null => {
    if (exit === undefined) return null
    throw new Error(`Ended with ${exit} and without ${what}.`)
  }
  try {
    return await until(() => read() || failAtEnd(), what)
  } catch (error) {
    const printed = started.stdout() + started.stderr()
    throw new Error(`app ${started.argv.join(' ')} printed: ${printed}`, { cause: error })
  }
}

/** The one JSON document that a command printed. Fails when it printed anything else on stdout. A body of the platform comes without a line feed. */
export function documentOf(run: Run): Record<string, unknown> {
  const lines = run.stdout.split('\n')
  if (lines.length > 2 || (lines[1] ?? '') !== '') throw new Error(`Not one line of JSON: ${run.stdout}\n${run.stderr}`)
  return JSON.parse(lines[0] ?? '') as Record<string, unknown>
}

export interface ErrorDocument {
  readonly code: string
  readonly message: string
  readonly hints: readonly string[]
  /** All of them as one text, for a look at their words. */
  readonly hint: string
  readonly docs: string
}

/** What a failed command printed with `--json`. */
export function errorOf(run: Run): ErrorDocument {
  // Failures are documents of this shape alone; the tests look at its members.
  const error = documentOf(run)['error'] as Omit<ErrorDocument, 'hint'>
  return { ...error, hint: error.hints.join('\n') }
}

/** The same with the exit code, and without facts that differ from run to run. */
export function failureOf(run: Run) {
  const { code, message, hint } = errorOf(run)
  return { exit: run.exit, code, message, hint }
}
