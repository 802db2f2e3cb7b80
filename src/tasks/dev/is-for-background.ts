import type { Context } from '../../context.ts'
import { BACKGROUND } from '../../dev/background/mark.ts'
import { AppError } from '../../errors.ts'

export interface BackgroundFlags {
  /** Undefined if the flag is missing. */
  readonly background?: boolean | undefined
  readonly once: boolean
  readonly isJson: boolean
  readonly ndjson: boolean
  readonly 'ready-file'?: string | undefined
}

/** Agents whose variables a user's shell may have too, from the editor's terminal or a profile. */
const ofPeopleToo: ReadonlySet<string> = new Set(['cursor', 'replit', 'github-copilot'])

/**
 * Returns whether `app dev` runs in the background: as the flag says, by default only if a coding agent waits for the command to
 * exit, and never for a user at a terminal or a program that reads the events. Raises `usage.invalid` for conflicting flags.
 */
export async function isForBackground(
  { env, terminal, agent }: Pick<Context, 'env' | 'terminal' | 'agent'>,
  flags: BackgroundFlags,
): Promise<boolean> {
  const { background, once, isJson, ndjson } = flags
  if (env[BACKGROUND] !== undefined) return false
  if (background === true && once) {
    throw new AppError(
      'usage.invalid',
      'With --once, `app dev` exits automatically, so it cannot run in the background.',
    )
  }
  if (background !== undefined) return background
  const isRead = isJson || ndjson || once || flags['ready-file'] !== undefined
  if (isRead || terminal.isInteractive) return false
  const name = await agent()
  // Only agents set AI_AGENT, for the commands that they run.
  return name !== null && (Boolean(env['AI_AGENT']) || !ofPeopleToo.has(name))
}
