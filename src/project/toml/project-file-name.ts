import { basename } from 'node:path'

export const PROJECT_FILE = 'app.toml'

/** Returns the registration name in a file name, or null for app.toml. */
export function registrationName(file: string): string | null {
  return /^app\.(.+)\.toml$/.exec(basename(file))?.[1] ?? null
}

/** Returns a registration's file name, or app.toml for null. If the argument is already a file name, it is returned unchanged. */
export function projectFileName(registration: string | null): string {
  if (registration === null) return PROJECT_FILE
  return registrationName(registration) === null ? `app.${registration}.toml` : registration
}
