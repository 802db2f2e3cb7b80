import { escapeForeign } from '../text/escape.ts'
import type { Ask } from './ask.ts'
import type { KeyInput, OnKey } from './keys.ts'
import { outputLost } from './output/output-lost.ts'
import { columnsOf, type Output } from './output/output.ts'
import type { Spinner } from './spinner.ts'
import type { StatusLine } from './status-line.ts'
import { isCi, wantsColour } from './style.ts'
import { wrap } from './wrap.ts'

/** The standard streams: stdout carries the result, stderr everything else. Untrusted text must pass `escapeForeign` before. */
export interface Terminal {
  /** Whether questions are possible: stdin and stderr are terminals and this is not a build server. */
  readonly isInteractive: boolean
  /** Columns of stdout; 0 if it is not a terminal. */
  readonly width: number
  /** Columns of stderr; 0 if it is not a terminal. */
  readonly noteWidth: number
  /** Whether stdout gets color. */
  readonly colour: boolean
  /** Whether stderr gets color. */
  readonly noteColour: boolean
  /** Writes one or more lines to stdout and adds the newline. */
  out(text: string): void
  /** Writes bytes to stdout, unchanged into a file or pipe. On a terminal, control characters are escaped (T21). */
  outBytes(bytes: Uint8Array): void
  /**
   * Resolves when the system has accepted all output to stdout so far. A command with much output waits for it, so that
   * memory does not fill up. Raises `cli.output-lost` if a write failed, and `cli.interrupted` if the reader has closed.
   */
  flushed(): Promise<void>
  /** Writes sentences to stderr, wrapped at words on a terminal: progress, notices, hints. */
  note(text: string): void
  /** Adds the target to each command in our own text, if needed. */
  readonly nameTarget: (text: string) => string
  /** Sets how the target is added; until then texts stay unchanged. */
  nameTargetBy(change: (text: string) => string): void
  /** Writes lines that have their own layout to stderr. */
  noteLines(text: string): void
  spin(text: string): Spinner
  /** Creates a line that stays at the bottom. It writes nothing unless stdout and stderr are terminals. */
  statusLine(): Promise<StatusLine>
  /** Reads single keys until the returned function is called; null without a terminal. */
  keys(onKey: OnKey): Promise<(() => void) | null>
  readonly ask: Ask
}

export interface TerminalTools {
  readonly stdin: KeyInput
  readonly stdout: Output
  readonly stderr: Output
  readonly env: Readonly<Record<string, string | undefined>>
  /** Read when a question is asked, so that a command without questions installs no signal handlers. */
  readonly interrupted: () => AbortSignal
  /** Called before each question. What is typed until the next one is not echoed. */
  readonly disableEcho?: () => void
  /** Called on Ctrl-C while keys are read. */
  readonly interrupt?: () => void
  /** Calls back when the process continues after a suspension, until the returned function is called. */
  readonly onContinued?: (listener: () => void) => () => void
}

function unchanged(text: string): string {
  return text
}

/** Creates a plain terminal over three streams. Prompts and spinner are loaded on first use. */
export function createTerminal(tools: TerminalTools): Terminal {
  const { env } = tools
  const isCiRun = isCi(env)
  // Saved from each write, because a later one, such as the empty one of `flushed`, may succeed again.
  let lost: Error | null = null
  // Writes directly until there is a status line.
  let below: Pick<StatusLine, 'above'> = { above: (write) => write() }
  let nameTarget = unchanged
  const taken = (error?: Error | null) => void (lost ??= error ?? null)
  // Getters, because access to each of process.stdin, stdout and stderr costs 2 ms, and most commands write to only one.
  const terminal: Omit<Terminal, 'ask'> = {
    get isInteractive() {
      return !isCiRun && tools.stdin.isTTY === true && tools.stderr.isTTY === true
    },
    get width() {
      return columnsOf(tools.stdout)
    },
    get noteWidth() {
      return columnsOf(tools.stderr)
    },
    get colour() {
      return wantsColour(env, tools.stdout.isTTY === true)
    },
    get noteColour() {
      return wantsColour(env, tools.stderr.isTTY === true)
    },
    out: (text) => void tools.stdout.write(`${text}\n`, taken),
    outBytes: (bytes) => void tools.stdout.write(tools.stdout.isTTY === true ? safeText(bytes) : bytes, taken),
    async flushed() {
      await new Promise<void>((resolve) => {
        const answered = (error?: Error | null) => {
          taken(error)
          resolve()
        }
        tools.stdout.write('', answered)
      })
      if (lost !== null) throw outputLost(lost)
    },
    nameTarget: (text) => nameTarget(text),
    nameTargetBy: (change) => void (nameTarget = change),
    note: (text) => terminal.noteLines(wrap(nameTarget(text), columnsOf(tools.stderr), HANGING)),
    noteLines: (text) => below.above(() => void tools.stderr.write(`${text}\n`)),
    spin: (text) => (!isCiRun && tools.stderr.isTTY === true ? lazySpinner(text) : quietSpinner),
    statusLine: async () => {
      const { createStatusLine } = await import('./status-line.ts')
      const isScreen = !isCiRun && env['TERM'] !== 'dumb' && tools.stdout.isTTY === true
      const line = createStatusLine(isScreen ? tools.stderr : { write: () => {} })
      below = line
      return line
    },
    keys: async (onKey) => {
      if (!terminal.isInteractive) return null
      const { readKeys } = await import('./keys.ts')
      const { stdin, onContinued, interrupt = () => {} } = tools
      return readKeys({ stdin, interrupt, onContinued }, onKey)
    },
  }
  return Object.defineProperty(terminal, 'ask', { value: lazyAsk(terminal, tools), enumerable: true }) as Terminal
}

const HANGING = '  '

/** Escapes bytes for a terminal. Windows line ends stay; bytes that are not UTF-8 become U+FFFD. */
function safeText(bytes: Uint8Array): string {
  return escapeForeign(new TextDecoder().decode(bytes).replaceAll('\r\n', '\n'))
}

function lazyAsk(
  terminal: Pick<Terminal, 'isInteractive' | 'noteWidth'>,
  { interrupted, disableEcho }: TerminalTools,
): Ask {
  const prompts = async () => {
    const { isInteractive, noteWidth } = terminal
    return (await import('./prompts.ts')).createPrompts({ isInteractive, width: noteWidth, interrupted, disableEcho })
  }
  return {
    confirm: async (question) => (await prompts()).confirm(question),
    input: async (question) => (await prompts()).input(question),
    select: async (question) => (await prompts()).select(question),
    checkbox: async (question) => (await prompts()).checkbox(question),
    password: async (question) => (await prompts()).password(question),
  }
}

const quietSpinner: Spinner = { update: () => {}, succeed: () => {}, fail: () => {} }

/** Returns immediately. The real spinner (31 ms to load) appears once loaded, unless the work was faster. */
function lazySpinner(text: string): Spinner {
  const spinner = import('./spinner.ts').then(({ startSpinner }) => startSpinner(text))
  const later = (act: (spinner: Spinner) => void) => void spinner.then(act)
  return {
    update: (next) => later((it) => it.update(next)),
    succeed: (last) => later((it) => it.succeed(last)),
    fail: (last) => later((it) => it.fail(last)),
  }
}
