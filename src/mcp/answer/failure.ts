import { describeFailure } from '../../command/failure.ts'
import { ReportedError } from '../../command/reported-error.ts'
import { errorCodes } from '../../errors/codes.ts'
import { isErrorCode } from '../../errors/is-error-code.ts'
import { WrongInput } from '../input/check-input.ts'
import type { ToolCall, ToolResult } from '../tool.ts'

/**
 * An error as an answer. Its code and the meaning of the code are our words; its message is not, because it may quote the platform or a payload. `beside` is
 * what the call found before it failed.
 */
export function failureResult(
  { context, targetName: target }: Pick<ToolCall, 'context' | 'targetName'>,
  error: unknown,
  beside: ToolResult = { said: {} },
): ToolResult {
  const cause = error instanceof ReportedError ? error.cause : error
  const { env, interrupted, terminal } = context
  const failure = describeFailure(cause, {
    env,
    isInterrupted: interrupted.aborted,
    target,
    nameTarget: terminal.nameTarget,
  })
  const { code, exit, message, suggestions, details } = failure
  const about = isErrorCode(code) ? errorCodes[code].about : ''
  if (cause instanceof WrongInput) return { isFailure: true, said: { error: { code, exit, problems: cause.problems } } }
  const next = suggestions.filter(isPlainCommand)
  return {
    isFailure: true,
    said: { ...beside.said, error: { code, exit, about, next, more: `explain ${code}` } },
    foreign: { ...beside.foreign, error: { message, hints: suggestions, details } },
  }
}

/** The first words of our commands; in our hints, only flags without values follow them. */
export const topics =
  'call|chaos|check|commands|completion|context|dev|docs|doctor|embed|emulator|env|explain|init|install|journal|live|manifest|mcp|open|portal|register|scopes|secret|status|store|submit|test|token|types|uninstall|upgrade|version|webhook'

/** Whether the hint is one of our commands, without a word from outside. */
function isPlainCommand(hint: string): boolean {
  return new RegExp(
    `^app (?:${topics})(?: (?:list|start|status|show|why|topics|views|open|place|--target live|--[a-z-]+))*$`,
  ).test(hint)
}
