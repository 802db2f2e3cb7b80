import type { Context } from '../../context.ts'
import { BACKGROUND } from '../../dev/background/mark.ts'
import { AppError } from '../../errors.ts'

export interface BackgroundFlags {
  /** Undefined where the flag was not given. */
  readonly background?: boolean | undefined
  readonly once: boolean
  readonly isJson: boolean
  readonly ndjson: boolean
  readonly 'ready-file'?: string | undefined
}

/** Agents whose variables a person's shell may have too: from a terminal of the editor, or from a profile. */
const ofPeopleToo: ReadonlySet<string> = new Set(['cursor', 'replit', 'github-copilot'])

/**
 * Whether `app dev` goes into the background: as the flag says; by default only where a coding agent waits for the command to end, and never for a person
 * at a terminal or a program that reads the events. Raises `usage.invalid` for flags that contradict each other.
 */
export async function isForBackground(
  { env, terminal, agent }: Pick<Context, 'env' | 'terminal' | 'agent'>,
  flags: BackgroundFlags,
): Promise<boolean> {
  const { background, once, isJson, ndjson } = flags
  if (env[BACKGROUND] !== undefined) return false
  if (background === true && once) {
    throw new AppError('usage.invalid', '--once exits automatically, so it cannot run in the background.')
  }
  if (background !== undefined) return background
  const isRead = isJson || ndjson || once || flags['ready-file'] !== undefined
  if (isRead || terminal.isInteractive) return false
  const name = await agent()
  // AI_AGENT is set for a command that an agent runs, and by nothing else.
  return name !== null && (Boolean(env['AI_AGENT']) || !ofPeopleToo.has(name))
}
