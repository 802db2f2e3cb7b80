import { controlAt, projectAt, targetAt } from '../../command/place.ts'
import { targetNamer } from '../../command/target/name-target.ts'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { Target } from '../../project/targets.ts'
import type { ToolCall } from '../tool.ts'
import { capturedTerminal } from './captured-terminal.ts'

/** What stays the same from call to call. */
export interface ServerFacts {
  /** The world as it is now: a platform may have been created since the last call. */
  readonly world: () => Context
  /** `emulator` or `live`. */
  readonly targetName: Target['name']
  /** The value of `--platform`. */
  readonly platform: string | null
}

export interface Caller {
  /** Aborted when the client cancels the call or disconnects. */
  readonly signal: AbortSignal
  /** The name that the client gives itself. */
  readonly client: string
}

/** The world of one call: a coding agent asks (T38), nobody sits at the terminal, and stdin belongs to the protocol. */
export function openCall({ world, targetName, platform }: ServerFacts, { signal, client }: Caller): ToolCall {
  const { terminal, written } = capturedTerminal(signal)
  const around = world()
  // The reader types commands where the environment of this server may not count.
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
