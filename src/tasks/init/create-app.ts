import type { Context } from '../../context.ts'
import { trustCommand } from '../../dev/trust.ts'
import { loadProject } from '../../project/app-toml.ts'
import { scaffold, type Scaffolded } from '../../scaffold/scaffold.ts'
import { askForApp } from './ask-for-app.ts'

/** Asks what is missing and writes the files of a new app. Raises `scaffold.*`, `usage.*`. */
export async function createApp(context: Context, asked: Parameters<typeof askForApp>[1]): Promise<Scaffolded> {
  const { packageRoot, cwd, env, paths, runtime, terminal } = context
  const answers = await askForApp(terminal, asked)
  const made = scaffold({ packageRoot, cwd, env, systemNodeTooOld: runtime.systemNodeTooOld }, answers)
  // The developer has just made this command, so `app dev` need not ask about it (T26).
  trustCommand({ paths, dir: made.dir, command: loadProject({ cwd: made.dir }).config.dev.command })
  return made
}
