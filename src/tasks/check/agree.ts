import type { Context } from '../../context.ts'
import { requireTrust } from '../../dev/trust.ts'
import { AppError, hasCode } from '../../errors.ts'
import type { Project } from '../../project/app-toml.ts'

/**
 * As in `app dev` a command runs only after somebody has agreed to it, there or here. `--yes` agrees for this once: a run changes no state of the developer.
 * Raises `dev.untrusted`.
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
