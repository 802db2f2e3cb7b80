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

/** Default time of every test's clock. */
export const NOON = new Date('2026-11-21T12:00:00.000Z')

/** A terminal over buffers: not interactive, without color, and with width 0 by default. */
export interface CapturedTerminal {
  readonly terminal: Terminal
  /** Everything written to stdout and stderr so far. */
  readonly stdout: () => string
  readonly stderr: () => string
  readonly stdoutBytes: () => Buffer
}

export interface CaptureOptions {
  /** Columns. If set, stdout, stderr and stdin are terminals. */
  readonly width?: number
  readonly env?: Readonly<Record<string, string | undefined>>
  /** Answers to questions. If set, the terminal is interactive. */
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
    // The real spinner writes to the process's own stderr, where its text would only disturb.
    terminal: { ...plain, spin: () => quiet, ...asked },
    stdout: () => Buffer.concat(written.stdout).toString('utf8'),
    stderr: () => Buffer.concat(written.stderr).toString('utf8'),
    stdoutBytes: () => Buffer.concat(written.stdout),
  }
}

export type ContextOverrides = Partial<Context> & CaptureOptions

/**
 * Creates a context without side effects: the clock stays at noon (`sleep` returns immediately),
 * state is in a separate folder that is removed with the test, there is no browser and no network
 * (`send` fails unless a test passes `sendTo(emulator)`), secrets are in memory, and a user, not an
 * agent, runs it. `env` contains only SVCAPP_HOME.
 */
export function makeContext(overrides: ContextOverrides = {}): CapturedContext {
  const home = mkdtempSync(join(tmpdir(), 'svcapp-test-'))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  return contextIn(home, overrides)
}

export type CapturedContext = Context & { readonly captured: CapturedTerminal }

/** Creates the same in an existing folder, also for use in hooks. */
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
