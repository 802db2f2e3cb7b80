export const PROJECT_FILE = 'app.toml'

/** The file of a registration; app.toml for null. A file name given in place of a registration's name is returned unchanged. */
export function projectFileName(registration: string | null): string {
  if (registration === null || /^app\..+\.toml$/.test(registration)) return registration ?? PROJECT_FILE
  return `app.${registration}.toml`
}
