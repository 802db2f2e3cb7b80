import type { Context } from '../../context.ts'
import { requireTrust } from '../../dev/trust.ts'
import type { Project } from '../../project/app-toml.ts'

/** As in `app dev`: a command runs only after somebody has agreed to it once. Raises `dev.untrusted`. */
export async function agree(
  { paths, terminal }: Context,
  { project: { dir, config }, isAgreed }: { readonly project: Project; readonly isAgreed: boolean },
): Promise<void> {
  const tools = { isInteractive: terminal.isInteractive, ask: terminal.ask, isAgreed }
  await requireTrust(tools, { paths, dir, command: config.dev.command })
}
