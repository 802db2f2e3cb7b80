import { controlAt, projectAt, targetAt } from '../../command/place.ts'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { Bench } from '../tool.ts'
import { capturedTerminal } from './captured-terminal.ts'

/** What stays the same from call to call. */
export interface BenchFacts {
  /** The world as it is now: a platform may have been made since the last call. */
  readonly world: () => Context
  /** `emulator` or `live`. */
  readonly targetName: string
  /** `--platform`. */
  readonly platform: string | null
}

export interface BenchCall {
  /** Aborted when the client takes the call back, or goes. */
  readonly signal: AbortSignal
  /** As the client calls itself. */
  readonly client: string
}

/** The world of one call: a coding agent asks (T38), nobody sits at the terminal, and no stdin is there but the client's. */
export function openBench({ world, targetName, platform }: BenchFacts, { signal, client }: BenchCall): Bench {
  const { terminal, written } = capturedTerminal(signal)
  const context: Context = {
    ...world(),
    terminal,
    interrupted: signal,
    agent: async () => client,
    openBrowser: async () => false,
    readStdin: () => {
      throw new AppError('usage.invalid', 'Nothing can be read from stdin here.')
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
