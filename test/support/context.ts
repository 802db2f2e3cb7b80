import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { onTestFinished } from 'vitest'

import type { Context } from '../../src/context.ts'
import { memoryCredentials } from '../../src/credentials/memory.ts'
import { statePaths } from '../../src/project/paths.ts'
import type { Ask } from '../../src/terminal/ask.ts'
import { createTerminal, type Terminal } from '../../src/terminal/terminal.ts'

/** The instant at which every test's clock stands unless it says otherwise. */
export const NOON = new Date('2026-11-21T12:00:00.000Z')

/** A terminal over buffers: not interactive, no colour, width 0, unless a test says otherwise. */
export interface CapturedTerminal {
  readonly terminal: Terminal
  /** All that went to stdout and stderr so far. */
  readonly stdout: () => string
  readonly stderr: () => string
  readonly stdoutBytes: () => Buffer
}

export interface CaptureOptions {
  /** Columns; stdout, stderr and stdin are then terminals. */
  readonly width?: number
  readonly env?: Readonly<Record<string, string | undefined>>
  /** Answers to questions; implies somebody to ask. */
  readonly ask?: Partial<Ask>
  readonly interrupted?: AbortSignal
}

export function captureTerminal({ width, env = {}, ask, interrupted }: CaptureOptions = {}): CapturedTerminal {
  const written = { stdout: [] as Buffer[], stderr: [] as Buffer[] }
  const stream = (name: 'stdout' | 'stderr') => ({
    isTTY: width !== undefined,
    columns: width,
    write: (chunk: string | Uint8Array, taken?: () => void) => {
      written[name].push(typeof chunk === 'string' ? Buffer.from(chunk) : Buffer.from(chunk))
      taken?.()
    },
  })
  const plain = createTerminal({
    stdin: { isTTY: width !== undefined },
    stdout: stream('stdout'),
    stderr: stream('stderr'),
    env,
    interrupted: () => interrupted ?? new AbortController().signal,
  })
  const quiet = { update: () => {}, succeed: () => {}, fail: () => {} }
  const asked = ask === undefined ? {} : { isInteractive: true, ask: { ...plain.ask, ...ask } }
  return {
    // The real spinner writes to the process's own stderr; here only its words would be in the way.
    terminal: { ...plain, spin: () => quiet, ...asked },
    stdout: () => Buffer.concat(written.stdout).toString('utf8'),
    stderr: () => Buffer.concat(written.stderr).toString('utf8'),
    stdoutBytes: () => Buffer.concat(written.stdout),
  }
}

export type ContextOverrides = Partial<Context> & CaptureOptions

/**
 * A context without the real world: time stands at noon (`sleep` returns at once), state is in its own folder that goes with the test, no browser, no
 * network (`send` fails until a test hands in `sendTo(emulator)`), and secrets are kept in memory, and a person runs it. `env` is empty but for SVCAPP_HOME.
 */
export function makeContext(overrides: ContextOverrides = {}): CapturedContext {
  const home = mkdtempSync(join(tmpdir(), 'svcapp-test-'))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  return contextIn(home, overrides)
}

export type CapturedContext = Context & { readonly captured: CapturedTerminal }

/** The same in a folder that is there, which also a hook may ask for. */
export function contextIn(home: string, overrides: ContextOverrides = {}): CapturedContext {
  const { width, ask, ...given } = overrides
  const env = { SVCAPP_HOME: join(home, 'state'), ...given.env }
  const interrupted = given.interrupted ?? new AbortController().signal
  const secrets = memoryCredentials({ now: given.now ?? (() => NOON) })
  const captured = captureTerminal({
    env,
    interrupted,
    ...(width === undefined ? {} : { width }),
    ...(ask === undefined ? {} : { ask }),
  })
  return {
    cwd: home,
    version: '0.0.0-test',
    packageRoot: dirname(dirname(dirname(fileURLToPath(import.meta.url)))),
    now: () => NOON,
    sleep: async (_ms, signal) => signal?.throwIfAborted(),
    randomBytes,
    terminal: captured.terminal,
    paths: statePaths({ env, dataDir: join(home, 'state') }),
    readStdin: () => {
      throw new Error('This test has no stdin: hand in { readStdin }.')
    },
    channel: () => {
      throw new Error('This test has no channel: hand in { channel }.')
    },
    send: async (request) => {
      throw new Error(
        `This test has no network, but ${request.method} ${request.url.href} was sent: hand in { send: sendTo(emulator) }.`,
      )
    },
    openBrowser: async () => false,
    credentials: async () => secrets,
    runtime: {
      nodePath: process.execPath,
      script: 'bin/run.js',
      systemNodeTooOld: false,
      pid: process.pid,
      versions: { node: process.versions.node, sqlite: process.versions['sqlite'] ?? '0' },
      platform: 'linux',
      machine: 'linux-x64',
    },
    agent: async () => null,
    foreground: () => {
      throw new Error('This test runs no other program: hand in { foreground }.')
    },
    ...given,
    env,
    interrupted,
    captured,
  }
}
