import { existsSync } from 'node:fs'

import type { Context } from '../context.ts'
import type { ControlClient } from '../control/control-client.ts'
import { AppError } from '../errors.ts'
import type { Project } from '../project/app-toml.ts'
import type { Target } from '../project/targets.ts'
import { setting } from '../text/origins/setting.ts'

export const targetNames = ['emulator', 'live'] as const

/** The target that `--target` or SVCAPP_TARGET names; undefined where neither does: a list of what is kept here then shows everything. */
export function namedTarget(
  flags: { readonly target?: string | undefined },
  { env }: Pick<Context, 'env'>,
): Target['name'] | undefined {
  const named = flags.target ?? setting(env, 'SVCAPP_TARGET')
  return targetNames.find((name) => name === named)
}

/** What the environment says, held against the same list as the flag: a command that took a misspelt one for the other platform would change what was not meant. */
export function targetOf({ env }: Pick<Context, 'env'>): Target['name'] {
  const given = setting(env, 'SVCAPP_TARGET') ?? 'emulator'
  const known = targetNames.find((name) => name === given)
  if (known !== undefined) return known
  throw new AppError(
    'usage.invalid',
    `SVCAPP_TARGET must be one of ${targetNames.join(', ')}, not ${JSON.stringify(given)}.`,
  )
}

/** The project that the folder of the context belongs to, at the port that its `app dev` gave it. Raises `project.*`. */
export async function projectAt({ cwd, paths }: Pick<Context, 'cwd' | 'paths'>): Promise<Project> {
  const [{ loadProject }, { asItRuns }] = await Promise.all([
    import('../project/app-toml.ts'),
    import('../dev/ports/project-port.ts'),
  ])
  return asItRuns(loadProject({ cwd, paths }), paths)
}

/**
 * Where the platform with this name of a target is; the emulator needs no project, for the live one that of the folder is taken when none is handed in. Raises
 * `project.*`, `emulator.not-running` and `usage.invalid`.
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

/** The running emulator's control interface. Raises `emulator.not-running`. */
export async function controlAt(context: Pick<Context, 'cwd' | 'env' | 'paths' | 'send'>): Promise<ControlClient> {
  const [{ createControlClient }, { readRunFile }] = await Promise.all([
    import('../control/control-client.ts'),
    import('../control/run-file.ts'),
  ])
  const { paths, send } = context
  const run = readRunFile(paths)
  if (run === null) throw await notRunningAt(context)
  return createControlClient({ send, url: run.urls.portal, token: run.controlToken })
}

async function notRunningAt(context: Pick<Context, 'cwd' | 'env' | 'paths'>): Promise<AppError> {
  const { notRunning } = await import('../project/platforms/not-running.ts')
  const error = notRunning(context)
  if (!(await hasLiveSession(context))) return error
  const { changed } = await import('../errors/changed.ts')
  return changed(error, { suggestions: [LIVE_RUNS, ...error.advice] })
}

const LIVE_RUNS =
  '`app dev` is running for the live platform in this project. Add --target live, or set SVCAPP_TARGET=live.'

/** Whether the `app dev` that runs in the project of this folder is for the live platform. */
async function hasLiveSession({ cwd, paths }: Pick<Context, 'cwd' | 'paths'>): Promise<boolean> {
  // Without a session no command pays for reading the project.
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
