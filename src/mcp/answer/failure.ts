import { describeFailure } from '../../cli/failure.ts'
import { ReportedError } from '../../cli/reported-error.ts'
import { errorCodes } from '../../errors/codes.ts'
import { isErrorCode } from '../../errors/is-error-code.ts'
import { WrongInput } from '../input/check-input.ts'
import type { ToolCall, ToolResult } from '../tool.ts'

/**
 * Converts an error to a tool result. Its code and the code's meaning are svcapp's text; its message is untrusted,
 * because it may quote the platform or a payload. `beside` is the result of the call before it failed.
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

/** The first words of svcapp's commands. In svcapp's hints, only flags without values follow them. */
export const topics =
  'call|chaos|check|commands|completion|context|dev|docs|doctor|embed|emulator|env|explain|init|install|journal|live|manifest|mcp|open|portal|register|scopes|secret|status|store|submit|test|token|types|uninstall|upgrade|version|webhook'

/** Returns whether the hint is a plain command of svcapp without untrusted text. */
function isPlainCommand(hint: string): boolean {
  return new RegExp(
    `^app (?:${topics})(?: (?:list|start|status|show|why|topics|views|open|place|--target live|--[a-z-]+))*$`,
  ).test(hint)
}
