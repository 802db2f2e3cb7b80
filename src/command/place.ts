import type { Context } from '../context.ts'
import type { ControlClient } from '../control/control-client.ts'
import { AppError } from '../errors.ts'
import type { Project } from '../project/app-toml.ts'
import type { Target } from '../project/targets.ts'

/** The project that the folder of the context belongs to, at the port that its `app dev` gave it. Raises `project.*`. */
export async function projectAt({ cwd, paths }: Pick<Context, 'cwd' | 'paths'>): Promise<Project> {
  const [{ loadProject }, { asItRuns }] = await Promise.all([
    import('../project/app-toml.ts'),
    import('../dev/ports/project-port.ts'),
  ])
  return asItRuns(loadProject({ cwd }), paths)
}

/**
 * Where the platform with this name of a target is; the emulator needs no project, for the live one that of the folder is taken when none is handed in. Raises
 * `project.*`, `emulator.not-running` and `usage.invalid`.
 */
export async function targetAt(
  context: Pick<Context, 'cwd' | 'paths'>,
  name: string,
  project?: Project,
): Promise<Target> {
  const [{ emulatorTarget, resolveTarget }, { readRunFile }] = await Promise.all([
    import('../project/targets.ts'),
    import('../control/run-file.ts'),
  ])
  const runFile = name === 'emulator' ? readRunFile(context.paths) : null
  if (name === 'emulator' && project === undefined) return emulatorTarget(runFile)
  return resolveTarget({ project: project ?? (await projectAt(context)), name, runFile })
}

/** The running emulator's control interface. Raises `emulator.not-running`. */
export async function controlAt({ paths, send }: Pick<Context, 'paths' | 'send'>): Promise<ControlClient> {
  const [{ createControlClient }, { readRunFile }] = await Promise.all([
    import('../control/control-client.ts'),
    import('../control/run-file.ts'),
  ])
  const run = readRunFile(paths)
  if (run === null) {
    const isOwn = paths.platformDir !== paths.home
    throw new AppError(
      'emulator.not-running',
      isOwn ? 'The emulator of this platform does not run.' : 'No emulator is running.',
      { suggestions: ['app emulator start', 'app dev', ...(isOwn ? ['app emulator list'] : [])] },
    )
  }
  return createControlClient({ send, url: run.urls.portal, token: run.controlToken })
}
