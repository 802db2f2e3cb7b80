import type { AppProcess, StartProcess } from '../../check/harness/app-instance.ts'
import { inCopy } from '../../check/harness/app-state/workspace.ts'
import type { Context } from '../../context.ts'
import { startAppProcess } from '../../dev/processes/app-process.ts'
import type { Watchdog } from '../../processes/watchdog.ts'
import type { Project } from '../../project/app-toml.ts'

/** Starts `dev.command` in a copy of the project. Raises `dev.app-failed` if it cannot start. */
export async function startCheckedApp(
  { env, runtime }: Context,
  { dir, config }: Project,
  start: StartProcess & { readonly watchdog: Watchdog },
): Promise<AppProcess> {
  return startAppProcess({
    command: config.dev.command.map((word) => inCopy(word, dir, start.dir)),
    dir: start.dir,
    env,
    appEnv: start.env,
    nodePath: runtime.nodePath,
    onOutput: start.onOutput,
    watchdog: start.watchdog,
  })
}
