import type { Readable, Writable } from 'node:stream'

import type { Credentials } from './credentials/credentials.ts'
import type { Send } from './http/wire.ts'
import type { StatePaths } from './project/paths.ts'
import type { Terminal } from './terminal/terminal.ts'

/**
 * All access to the outside world. A command takes what it needs from the context and passes it on as a tool; no lower module reads the
 * clock, the environment or a stream itself. `context/create-context.ts` creates the real one, `test/support/context.ts` the one for tests.
 */
export interface Context {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cwd: string
  /** Version of the CLI, as in package.json. */
  readonly version: string
  /** Folder of `templates/` and `schema/`, in a checkout and in the published package. */
  readonly packageRoot: string
  readonly now: () => Date
  /** Resolves after `ms`; rejects with the signal's reason if it is aborted before. */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>
  readonly randomBytes: (size: number) => Buffer
  readonly terminal: Terminal
  readonly paths: StatePaths
  /** Reads all of stdin as bytes; waits until it ends. */
  readonly readStdin: () => Uint8Array
  /** Returns stdin and stdout as streams, for a command that uses a protocol over them; nothing else may be written to stdout then. */
  readonly channel: () => Channel
  /** Sends one HTTP request; the transport is loaded on first use. */
  readonly send: Send
  /**
   * Aborted by SIGINT, SIGTERM, SIGHUP or a closed stdout, with the signal's name as reason. A command that reads it must stop
   * soon after: the signal no longer ends the process, but a second one does immediately, and so does the first after 4 s.
   */
  readonly interrupted: AbortSignal
  /** Shows an address in the user's browser; false without one. Raises `usage.invalid` for anything but http(s). */
  readonly openBrowser: (url: string) => Promise<boolean>
  /** Returns the store of secrets for one kind of target (SECURITY.md). */
  readonly credentials: (options: { isEmulator: boolean }) => Promise<Credentials>
  readonly runtime: Runtime
  /** Returns the name of the coding agent that runs this command, from its environment; null for a user or a script. Loads the list on call. */
  readonly agent: () => Promise<string | null>
  /** Handles the signals for a command that runs another one in its place; see `Foreground`. */
  readonly foreground: () => Foreground
}

/** Two streams to one other program. */
export interface Channel {
  readonly input: Readable
  readonly output: Writable
}

/** Runs another program as if the user had started it: with this terminal, and with the signals that arrive. */
export interface Foreground {
  /** Aborted by a signal that arrives while no program runs; its name is the reason. This process continues. */
  readonly signal: AbortSignal
  /** Returns the exit code as in a shell: 128 plus the signal's number for a program that a signal ended. Rejects if it cannot be started. */
  readonly run: (run: ForegroundRun) => Promise<number>
}

export interface ForegroundRun {
  readonly file: string
  /** Passed unchanged, without a shell. */
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly cwd: string
  /** Destination of its stdout; `stderr` reserves ours for a document. */
  readonly stdout: 'stdout' | 'stderr'
}

export interface Runtime {
  /** Node.js executable of this process. */
  readonly nodePath: string
  /** The file that it runs: `bin/run.js`. */
  readonly script: string
  /** Whether the machine's own Node.js was too old and the checkout's pinned one was used. */
  readonly systemNodeTooOld: boolean
  readonly pid: number
  /** Versions of Node.js and of its SQLite. */
  readonly versions: { readonly node: string; readonly sqlite: string }
  readonly platform: string
  /** Platform and architecture as in Node.js, such as `linux-x64`. */
  readonly machine: string
}
