import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

import { loadProject } from '../project/app-toml.ts'
import { PROJECT_FILE } from '../project/toml/project-file-name.ts'
import { registrationFile } from '../project/toml/registration-files.ts'
import { runningSession, type SessionFacts } from './lock.ts'

/**
 * Returns the folder of the `app dev` that a command applies to: the nearest one, from the working folder
 * upward, that has an app.toml (readable or not) or a running session. Raises `project.not-found`.
 */
export function sessionFolder({ cwd, paths }: Omit<SessionFacts, 'dir'> & { readonly cwd: string }): string {
  for (let dir = resolve(cwd); existsSync(dir); dir = dirname(dir)) {
    if (runningSession({ paths, dir }) !== null) return dir
    if (existsSync(join(dir, PROJECT_FILE))) return dirname(registrationFile(dir, paths.registration))
    if (dirname(dir) === dir) break
  }
  return loadProject({ cwd, paths }).dir
}
