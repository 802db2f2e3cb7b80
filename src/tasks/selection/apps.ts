import type { ControlClient } from '../../control/control-client.ts'
import { AppError } from '../../errors.ts'
import type { Project } from '../../project/app-toml.ts'
import { findAppKey } from '../../selection/app.ts'

export interface AppTools {
  /** Returns the emulator's client. Raises `emulator.not-running`. */
  readonly control: () => Promise<ControlClient>
  /** Returns the project of the current folder. Raises `project.*`. */
  readonly project: () => Promise<Project>
}

/** Returns the key of the selected emulator app: the requested one, else the project's. Raises `emulator.unknown-app` and `project.*`. */
export async function meantApp(tools: AppTools, named: string | undefined): Promise<string> {
  return (await namedApp(tools, named)) ?? (await tools.project()).config.key
}

/**
 * Returns the requested key if it is registered on the emulator or belongs to the project, whose app may not be registered yet. Undefined without one. Raises
 * `emulator.unknown-app`.
 */
export async function namedApp({ control, project }: AppTools, named: string | undefined): Promise<string | undefined> {
  if (named === undefined) return undefined
  const [apps, own] = await Promise.all([(await control()).apps(), project().catch(unlessNoProject)])
  const keys = apps.map((app) => app.app_key)
  return findAppKey(own === null ? keys : [...keys, own.config.key], named)
}

function unlessNoProject(error: unknown): null {
  if (error instanceof AppError && error.code.startsWith('project.')) return null
  throw error
}
