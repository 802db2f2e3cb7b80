import { controlAt, projectAt, targetAt } from '../../cli/place.ts'
import { targetNamer } from '../../cli/target/name-target.ts'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { Target } from '../../project/targets.ts'
import type { ToolCall } from '../tool.ts'
import { capturedTerminal } from './captured-terminal.ts'

/** Facts that are the same for all calls. */
export interface ServerFacts {
  /** Returns the current context, because a platform may have been created since the last call. */
  readonly currentContext: () => Context
  /** `emulator` or `live`. */
  readonly targetName: Target['name']
  /** Value of `--platform`. */
  readonly platform: string | null
}

export interface Caller {
  /** Aborted when the client cancels the call or disconnects. */
  readonly signal: AbortSignal
  /** Name that the client reports. */
  readonly client: string
}

/** Opens the context of a call: a coding agent calls (T38), no user is at the terminal, and the protocol uses stdin. */
export function openCall({ currentContext, targetName, platform }: ServerFacts, { signal, client }: Caller): ToolCall {
  const { terminal, written } = capturedTerminal(signal)
  const around = currentContext()
  // The user runs suggested commands in an environment that may differ from this server's.
  const config = around.paths.registration ?? undefined
  const given = { target: targetName === 'live' ? targetName : undefined, config }
  if (given.target !== undefined || config !== undefined) terminal.nameTargetBy(targetNamer(given, around.packageRoot))
  const context: Context = {
    ...around,
    terminal,
    interrupted: signal,
    agent: async () => client,
    openBrowser: async () => false,
    readStdin: () => {
      throw new AppError('usage.invalid', 'An MCP tool cannot read from stdin.')
    },
  }
  return {
    context,
    targetName,
    platform,
    written,
    project: () => projectAt(context),
    target: (project) => targetAt(context, targetName, project),
    control: () => controlAt(context),
  }
}
