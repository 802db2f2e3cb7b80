import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

export const PROJECT_FILE = 'app.toml'

/** The nearest app.toml at or above a folder; null where there is none. It is not read. */
export function findProjectFile(cwd: string): string | null {
  for (let dir = resolve(cwd); ; dir = dirname(dir)) {
    const file = join(dir, PROJECT_FILE)
    if (existsSync(file)) return file
    if (dirname(dir) === dir) return null
  }
}
