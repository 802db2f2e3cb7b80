import { environmentSecrets } from '../credentials/env.ts'
import { AppError, hasCode } from '../errors.ts'
import { adviceOn, type AdviceTarget } from '../errors/advice.ts'
import { errorPage } from '../errors/error-page.ts'
import { isDiskFull, messageOf } from '../errors/thrown.ts'
import { redactSecrets } from '../protocol/redact.ts'
import type { Style } from '../terminal/style.ts'
import { wrap } from '../terminal/wrap.ts'
import { defined } from '../text/defined.ts'
import { escapeForeign } from '../text/escape.ts'
import { isMisdeclared, isUsageError } from './usage/usage-error.ts'
import { usageFailure, type Typed } from './usage/usage-failure.ts'

/** An error as shown to users and scripts, without secrets or terminal control characters. */
export interface Failure {
  readonly code: string
  readonly message: string
  readonly suggestions: readonly string[]
  readonly details: Readonly<Record<string, unknown>>
  readonly exit: number
  /** Redacted stack and causes, for `DEBUG`. */
  readonly trace: string
}

export interface FailureFacts extends Typed {
  /** Platform of the command. */
  readonly target?: AdviceTarget
  /** Adds the target to the commands in a text if needed. */
  readonly nameTarget?: (text: string) => string
  readonly env: Readonly<Record<string, string | undefined>>
  /** Whether a signal arrived before the error and so caused it. */
  readonly isInterrupted: boolean
}

/** Converts any thrown value to a failure with a stable code (`app explain`). Never throws. */
export function describeFailure(error: unknown, facts: FailureFacts): Failure {
  const { env, isInterrupted, nameTarget = (text) => text } = facts
  const known = environmentSecrets(env)
  const clean = (text: string) => escapeForeign(redactSecrets(text, known))
  const plain = isInterrupted && !isOfItsOwn(error) ? interrupted(error, facts) : explain(error, facts)
  return {
    ...plain,
    message: clean(nameTarget(plain.message)),
    suggestions: plain.suggestions.map((text) => clean(namedIn(text, nameTarget))),
    details: cleanDetails(plain.details, clean),
    trace: clean(formatTrace(error)),
  }
}

/** What `--json` prints for every error, with additional members that depend on the code. */
export interface FailureDocument {
  readonly error: {
    readonly code: string
    readonly message: string
    /** All `hints` joined into one text. */
    readonly hint: string
    readonly hints: readonly string[]
    /** Command that explains the error code. */
    readonly docs: string
    /** Command that prints the related documentation page, if one exists. */
    readonly page?: string
  }
}

/** Returns the document that `--json` prints on stdout for every error. */
export function failureDocument(failure: Failure): FailureDocument {
  const { code, message, suggestions, details } = failure
  return {
    error: {
      ...details,
      code,
      message,
      hint: suggestions.join('\n'),
      hints: suggestions,
      docs: `app explain ${code}`,
      ...defined({ page: errorPage(code) }),
    },
  }
}

/** Formats the failure for stderr, wrapped between words to `width` columns (0: not wrapped), except commands, which must stay pasteable. */
export function failureText(failure: Failure, look: Style, width = 0): string {
  return formatLines(failure, look)
    .map(({ text, hanging, isCommand }) => (isCommand === true ? text : wrap(text, width, hanging)))
    .join('\n')
}

interface Line {
  readonly text: string
  readonly hanging?: string
  readonly isCommand?: boolean
}

function formatLines(failure: Failure, look: Style): readonly Line[] {
  if (failure.code === 'cli.interrupted') return [{ text: look.dim(failure.message) }]
  const page = errorPage(failure.code)
  const head = [
    { text: `${look.red(look.bold('Error:'))} ${failure.message}`, hanging: '  ' },
    { text: look.dim(`Code: ${failure.code}`) },
    ...(page === undefined ? [] : [{ text: look.dim(`Docs: ${page}`) }]),
  ]
  const [first, ...others] = failure.suggestions
  if (first === undefined) return head
  if (others.length === 0) return [...head, { ...suggestionLine(first), text: `Try this: ${first}` }]
  const list = failure.suggestions.map((text) => ({ ...suggestionLine(text), text: `  * ${text}` }))
  return [...head, { text: 'Try this:' }, ...list]
}

function suggestionLine(text: string): Omit<Line, 'text'> {
  return { hanging: '  ', isCommand: isCommand(text) }
}

/** A command is pasted unchanged. A sentence that begins with a command ends with a full stop. */
function isCommand(text: string): boolean {
  return /^(?:app|npm|npx|node|export|cd|git|curl|mv|sudo) \S/.test(text) && !/[.!?]$/.test(text)
}

function namedIn(text: string, nameTarget: (text: string) => string): string {
  return isCommand(text) ? nameTarget(`\`${text}\``).slice(1, -1) : nameTarget(text)
}

type Plain = Omit<Failure, 'trace'>

/** Returns whether a write error of data or output, not a signal, caused the failure. */
function isOfItsOwn(error: unknown): boolean {
  return hasCode(error, 'cli.output-lost', 'storage.unwritable')
}

function explain(error: unknown, facts: FailureFacts): Plain {
  if (error instanceof AppError) {
    const { code, message, details } = error
    return { code, message, suggestions: listSuggestions(error, facts), details, exit: error.oclif.exit }
  }
  if (isDiskFull(error)) return explain(diskFull(error), facts)
  if (isUsageError(error) && !isMisdeclared(error)) return usageFailure(error, facts)
  return {
    code: 'cli.unexpected',
    message: `Unexpected error: ${messageOf(error)}`,
    suggestions: ['Run the command again with DEBUG=app for a stack trace, and include that output in a bug report.'],
    details: {},
    exit: 1,
  }
}

/** SQLite does not report which file is affected. With SVCAPP_HOME all files are on one disk. */
function diskFull(cause: unknown): AppError {
  return new AppError('storage.unwritable', 'The disk is full, so this tool cannot write its data.', {
    cause,
    suggestions: ['Free some disk space, or set SVCAPP_HOME to a folder on another disk.', 'app doctor'],
  })
}

function listSuggestions({ advice }: AppError, { target = 'emulator' }: FailureFacts): string[] {
  return adviceOn(target, advice)
}

function interrupted(error: unknown, facts: FailureFacts): Plain {
  const own = hasCode(error, 'cli.interrupted')
  return {
    code: 'cli.interrupted',
    message: own ? error.message : 'Interrupted.',
    suggestions: own ? listSuggestions(error, facts) : [],
    details: {},
    exit: 130,
  }
}

/** Returns an error's stack, then that of each cause, at most five deep. */
function formatTrace(error: unknown): string {
  const parts: string[] = []
  let current = error
  for (let depth = 0; depth < 5 && current instanceof Error; depth++) {
    parts.push(`${depth === 0 ? '' : 'Caused by: '}${current.stack ?? current.message}`)
    current = current.cause
  }
  return parts.join('\n')
}

function cleanDetails(details: Readonly<Record<string, unknown>>, clean: (text: string) => string) {
  return JSON.parse(JSON.stringify(details), (_key, value: unknown) =>
    typeof value === 'string' ? clean(value) : value,
  ) as Record<string, unknown>
}
