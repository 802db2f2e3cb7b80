import { existsSync } from 'node:fs'

import type { Context } from '../context.ts'
import type { ControlClient } from '../control/control-client.ts'
import { AppError } from '../errors.ts'
import { changed } from '../errors/changed.ts'
import type { Project } from '../project/app-toml.ts'
import type { Target } from '../project/targets.ts'
import { setting } from '../text/origins/setting.ts'

export const targetNames = ['emulator', 'live'] as const

/** Returns the target in `--target` or SVCAPP_TARGET, or undefined without either, so that a list of local data shows everything. */
export function namedTarget(
  flags: { readonly target?: string | undefined },
  { env }: Pick<Context, 'env'>,
): Target['name'] | undefined {
  const named = flags.target ?? setting(env, 'SVCAPP_TARGET')
  return targetNames.find((name) => name === named)
}

/** Validates SVCAPP_TARGET like the flag, so that a typo cannot select the other platform. */
export function targetOf({ env }: Pick<Context, 'env'>): Target['name'] {
  const given = setting(env, 'SVCAPP_TARGET') ?? 'emulator'
  const known = targetNames.find((name) => name === given)
  if (known !== undefined) return known
  throw new AppError(
    'usage.invalid',
    `SVCAPP_TARGET must be one of ${targetNames.join(', ')}, not ${JSON.stringify(given)}.`,
  )
}

/** Loads the project of the context's folder, with the port of its `app dev`. Raises `project.*`. */
export async function projectAt({ cwd, paths }: Pick<Context, 'cwd' | 'paths'>): Promise<Project> {
  const [{ loadProject }, { asItRuns }] = await Promise.all([
    import('../project/app-toml.ts'),
    import('../dev/ports/project-port.ts'),
  ])
  return asItRuns(loadProject({ cwd, paths }), paths)
}

/**
 * Returns the target with this name. The emulator needs no project. The live platform uses the
 * folder's project by default. Raises `project.*`, `emulator.not-running` and `usage.invalid`.
 */
export async function targetAt(
  context: Pick<Context, 'cwd' | 'env' | 'paths'>,
  name: string,
  project?: Project,
): Promise<Target> {
  const [{ emulatorTarget, resolveTarget }, { readRunFile }] = await Promise.all([
    import('../project/targets.ts'),
    import('../control/run-file.ts'),
  ])
  const runFile = name === 'emulator' ? readRunFile(context.paths) : null
  if (name === 'emulator' && runFile === null) throw await notRunningAt(context)
  if (name === 'emulator' && project === undefined) return emulatorTarget(runFile)
  return resolveTarget({ project: project ?? (await projectAt(context)), name, runFile })
}

/** Returns the running emulator's control API. Raises `emulator.not-running`. */
export async function controlAt(context: Pick<Context, 'cwd' | 'env' | 'paths' | 'send'>): Promise<ControlClient> {
  const { runningControl } = await import('../control/running-control.ts')
  const control = runningControl(context)
  if (control === null) throw await notRunningAt(context)
  return control
}

async function notRunningAt(context: Pick<Context, 'cwd' | 'env' | 'paths'>): Promise<AppError> {
  const { notRunning } = await import('../project/platforms/not-running.ts')
  const error = notRunning(context)
  if (!(await hasLiveSession(context))) return error
  return changed(error, { suggestions: [LIVE_RUNS, ...error.advice] })
}

const LIVE_RUNS =
  '`app dev` is running for the live platform in this project. Add --target live, or set SVCAPP_TARGET=live.'

/** Returns whether the `app dev` in this folder's project uses the live platform. */
async function hasLiveSession({ cwd, paths }: Pick<Context, 'cwd' | 'paths'>): Promise<boolean> {
  // Without a session, skip reading the project to save time.
  if (!existsSync(`${paths.home}/dev`)) return false
  const [{ loadProject }, { runningSession }] = await Promise.all([
    import('../project/app-toml.ts'),
    import('../dev/lock.ts'),
  ])
  try {
    return runningSession({ paths, dir: loadProject({ cwd, paths }).dir })?.target === 'live'
  } catch {
    return false
  }
}
