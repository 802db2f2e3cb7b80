import type { Context } from '../../context.ts'
import { requireTrust } from '../../dev/trust.ts'
import { AppError, hasCode } from '../../errors.ts'
import type { Project } from '../../project/app-toml.ts'

/**
 * Requires consent for a command, as `app dev` does, given to either command. `--yes` allows it only
 * this time, because a run does not change the developer's state. Raises `dev.untrusted`.
 */
export async function agree(
  { paths, terminal }: Context,
  { project: { dir, config }, isAgreed }: { readonly project: Project; readonly isAgreed: boolean },
): Promise<void> {
  if (isAgreed) return
  const tools = { isInteractive: terminal.isInteractive, ask: terminal.ask, isAgreed }
  try {
    await requireTrust(tools, { paths, dir, command: config.dev.command })
  } catch (error) {
    if (!hasCode(error, 'dev.untrusted')) throw error
    throw new AppError('dev.untrusted', error.message, {
      suggestions: ['Read dev.command in app.toml, then run `app check --yes`.'],
    })
  }
}
