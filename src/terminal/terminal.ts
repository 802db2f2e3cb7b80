import { escapeForeign } from '../text/escape.ts'
import type { Ask } from './ask.ts'
import type { KeyInput, OnKey } from './keys.ts'
import { outputLost } from './output/output-lost.ts'
import { columnsOf, type Output } from './output/output.ts'
import type { Spinner } from './spinner.ts'
import type { StatusLine } from './status-line.ts'
import { isCi, wantsColour } from './style.ts'
import { wrap } from './wrap.ts'

/** The streams as words: stdout carries the result, stderr all the rest. What comes from outside must go through `escapeForeign` before. */
export interface Terminal {
  /** Whether there is somebody to ask: stdin and stderr are terminals and it is not a build server. */
  readonly isInteractive: boolean
  /** Columns of stdout; 0 when it is not a terminal. */
  readonly width: number
  /** Columns of stderr; 0 when it is not a terminal. */
  readonly noteWidth: number
  /** Whether stdout gets colour. */
  readonly colour: boolean
  /** Whether stderr gets colour. */
  readonly noteColour: boolean
  /** One line (or several) on stdout; the newline is added. */
  out(text: string): void
  /** Bytes on stdout, unchanged into a file or pipe; on a terminal what would steer it is escaped (T21). */
  outBytes(bytes: Uint8Array): void
  /**
   * Resolves when all that went to stdout so far was taken over by the system: a command that writes much waits for it, so that nothing piles up here. Raises
   * `cli.output-lost` when some of it could not be written, and `cli.interrupted` when its reader is gone.
   */
  flushed(): Promise<void>
  /** Sentences on stderr, wrapped at words on a terminal: progress, notices, hints. */
  note(text: string): void
  /** Our own text as it is shown: each command in it names the target where that is needed. */
  readonly nameTarget: (text: string) => string
  /** How that is done from now on; until then texts stay unchanged. */
  nameTargetBy(change: (text: string) => string): void
  /** Lines on stderr that have their own layout. */
  noteLines(text: string): void
  spin(text: string): Spinner
  /** A line that stays at the bottom; it writes nothing unless stdout and stderr are terminals. */
  statusLine(): Promise<StatusLine>
  /** Reads single keys until the answer is called; null when there is nobody to press them. */
  keys(onKey: OnKey): Promise<(() => void) | null>
  readonly ask: Ask
}

export interface TerminalTools {
  readonly stdin: KeyInput
  readonly stdout: Output
  readonly stderr: Output
  readonly env: Readonly<Record<string, string | undefined>>
  /** Taken when a question is asked, so that a command that asks nothing installs no signal handlers. */
  readonly interrupted: () => AbortSignal
  /** Called before each question: what is typed until the next one is not shown. */
  readonly disableEcho?: () => void
  /** What Ctrl-C does while keys are read. */
  readonly interrupt?: () => void
  /** Calls back when the process continues after a suspension, until the returned function is called. */
  readonly onContinued?: (listener: () => void) => () => void
}

function unchanged(text: string): string {
  return text
}

/** The plain terminal over three streams. Prompts and spinner are loaded when they are first needed. */
export function createTerminal(tools: TerminalTools): Terminal {
  const { env } = tools
  const isCiRun = isCi(env)
  // Kept from each write: one that comes later, the empty one of `flushed` among them, may go well again.
  let lost: Error | null = null
  // Nothing, until there is a status line.
  let below: Pick<StatusLine, 'above'> = { above: (write) => write() }
  let nameTarget = unchanged
  const taken = (error?: Error | null) => void (lost ??= error ?? null)
  // Getters, for each of process.stdin, stdout and stderr costs 2 ms to touch, and most commands write to one of them only.
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

/** Line ends of Windows stay line ends; bytes that are no UTF-8 are seen as U+FFFD. */
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

/** Answers at once; the real spinner (31 ms to load) appears when it is there, unless the work was faster. */
function lazySpinner(text: string): Spinner {
  const spinner = import('./spinner.ts').then(({ startSpinner }) => startSpinner(text))
  const later = (act: (spinner: Spinner) => void) => void spinner.then(act)
  return {
    update: (next) => later((it) => it.update(next)),
    succeed: (last) => later((it) => it.succeed(last)),
    fail: (last) => later((it) => it.fail(last)),
  }
}
