import type { ControlClient } from '../../control/control-client.ts'
import { AppError } from '../../errors.ts'
import { findAppKey } from '../../named/app.ts'
import type { Project } from '../../project/app-toml.ts'

export interface AppTools {
  /** Raises `emulator.not-running`. */
  readonly control: () => Promise<ControlClient>
  /** The project of the current folder. Raises `project.*`. */
  readonly project: () => Promise<Project>
}

/** The key of the app of the emulator that is meant: the one named, else that of the project. Raises `emulator.unknown-app` and `project.*`. */
export async function meantApp(tools: AppTools, named: string | undefined): Promise<string> {
  return (await namedApp(tools, named)) ?? (await tools.project()).config.key
}

/**
 * The key of an app that is registered on the emulator, or of the project's own, which may still have to be. Undefined where none is named. Raises `emulator.unknown-app`.
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
