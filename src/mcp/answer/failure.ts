import { describeFailure } from '../../command/failure.ts'
import { ReportedError } from '../../command/reported-error.ts'
import { errorCodes, type ErrorCode } from '../../errors/codes.ts'
import { WrongInput } from '../input/check-input.ts'
import type { Bench, Told } from '../tool.ts'

/**
 * An error as an answer: its code and what that means are ours; its message, which may quote the platform or a payload, is not. `beside` is what was found
 * before it came.
 */
export function failureTold({ context }: Pick<Bench, 'context'>, error: unknown, beside: Told = { said: {} }): Told {
  const cause = error instanceof ReportedError ? error.cause : error
  const { env, interrupted } = context
  const failure = describeFailure(cause, { env, isInterrupted: interrupted.aborted })
  const { code, exit, message, suggestions, details } = failure
  const about = isCode(code) ? errorCodes[code].about : ''
  if (cause instanceof WrongInput) return { isFailure: true, said: { error: { code, exit, problems: cause.problems } } }
  const next = suggestions.filter(isPlainCommand)
  return {
    isFailure: true,
    said: { ...beside.said, error: { code, exit, about, next, more: `explain ${code}` } },
    foreign: { ...beside.foreign, error: { message, hints: suggestions, details } },
  }
}

function isCode(code: string): code is ErrorCode {
  return Object.hasOwn(errorCodes, code)
}

/** The first words of our commands; what follows in a hint of ours is flags without values. */
const topics =
  'call|check|context|dev|doctor|emulator|explain|init|install|journal|live|register|scopes|status|store|token|webhook'

/** Nothing but a command of ours: no word in it is from anywhere else. */
function isPlainCommand(hint: string): boolean {
  return new RegExp(`^app (?:${topics})(?: (?:list|start|status|show|why|topics|views|open|place|--[a-z-]+))*$`).test(
    hint,
  )
}
