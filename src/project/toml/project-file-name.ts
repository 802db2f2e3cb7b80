import { basename } from 'node:path'

export const PROJECT_FILE = 'app.toml'

/** The name of the registration whose file it is; null for app.toml. */
export function registrationName(file: string): string | null {
  return /^app\.(.+)\.toml$/.exec(basename(file))?.[1] ?? null
}

/** The file of a registration; app.toml for null. A file name given in place of a registration's name is returned unchanged. */
export function projectFileName(registration: string | null): string {
  if (registration === null) return PROJECT_FILE
  return registrationName(registration) === null ? `app.${registration}.toml` : registration
}
