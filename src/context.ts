import type { Readable, Writable } from 'node:stream'

import type { Credentials } from './credentials/credentials.ts'
import type { Send } from './http/wire.ts'
import type { StatePaths } from './project/paths.ts'
import type { Terminal } from './terminal/terminal.ts'

/**
 * Every door to the world on one page. A command takes what it needs from here and hands it on as a tool; nothing below reads the clock, the
 * environment or a stream by itself. The production one is made by `context/create-context.ts`, the one for tests by `test/support/context.ts`.
 */
export interface Context {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cwd: string
  /** Of this tool, as package.json says it. */
  readonly version: string
  /** Where `templates/` and `schema/` are, in a checkout and in the published package. */
  readonly packageRoot: string
  readonly now: () => Date
  /** Resolves after `ms`; rejects with the signal's reason when it is aborted before. */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>
  readonly randomBytes: (size: number) => Buffer
  readonly terminal: Terminal
  readonly paths: StatePaths
  /** All of stdin, as bytes; waits until it ends. */
  readonly readStdin: () => Uint8Array
  /** stdin and stdout as streams, for a command that speaks a protocol over them; nothing else may be written to stdout then. */
  readonly channel: () => Channel
  /** One HTTP request; the transport is loaded on first use. */
  readonly send: Send
  /**
   * Aborted by SIGINT, SIGTERM, SIGHUP or a closed stdout; the reason is the signal's name. Whoever reads it promises to end soon after: the signal
   * no longer ends the process by itself, but a second one does at once, and so does the first after 4 s.
   */
  readonly interrupted: AbortSignal
  /** Shows an address in the person's browser; false when there is none to show it in. Raises `usage.invalid` for anything but http(s). */
  readonly openBrowser: (url: string) => Promise<boolean>
  /** Where the secrets of one kind of target are stored (SECURITY.md). */
  readonly credentials: (options: { isEmulator: boolean }) => Promise<Credentials>
  readonly runtime: Runtime
  /** Name of the coding agent that runs this command, as its environment says; null for a person or a script. Asked late: the list is loaded then. */
  readonly agent: () => Promise<string | null>
  /** Takes the signals over for a command that runs another one in its place; see `Foreground`. */
  readonly foreground: () => Foreground
}

/** Two streams to one other program. */
export interface Channel {
  readonly input: Readable
  readonly output: Writable
}

/** Runs another program as if it had been started itself: with this terminal, and with the signals that come. */
export interface Foreground {
  /** Aborted by a signal that comes while nothing runs; its name is the reason. This process goes on. */
  readonly signal: AbortSignal
  /** The exit code as a shell has it: 128 and the signal's number for a program that a signal ended. Rejects when it cannot be started. */
  readonly run: (run: ForegroundRun) => Promise<number>
}

export interface ForegroundRun {
  readonly file: string
  /** As they are: no shell reads them. */
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly cwd: string
  /** Where its stdout goes; `stderr` keeps ours for a document. */
  readonly stdout: 'stdout' | 'stderr'
}

export interface Runtime {
  /** The Node that runs this. */
  readonly nodePath: string
  /** The file that it runs: `bin/run.js`. */
  readonly script: string
  /** Whether the machine's own Node was too old and the checkout's pinned one took over. */
  readonly systemNodeTooOld: boolean
  readonly pid: number
  /** Of Node and of the SQLite that it brings. */
  readonly versions: { readonly node: string; readonly sqlite: string }
  readonly platform: string
  /** Node's platform and architecture: `linux-x64`. */
  readonly machine: string
}
