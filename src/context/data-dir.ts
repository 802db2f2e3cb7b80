import { isAbsolute, join } from 'node:path'

export interface Machine {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly platform: NodeJS.Platform
  /** Returns the home of this user, as known to the system. Throws for an unknown user. */
  readonly userHome: () => string
}

/**
 * Returns the OS's folder for application data, as oclif finds it (XDG, LOCALAPPDATA), but without oclif's `APP_DATA_DIR`:
 * a variable with so common a name must not move our state. Only `SVCAPP_HOME` does (project/paths.ts). A relative path is
 * ignored, as XDG requires: it would put our state, with secrets, into whatever folder a command runs in.
 */
export function dataDir({ env, platform, userHome }: Machine): string {
  const { XDG_DATA_HOME: xdg, LOCALAPPDATA: local, HOME: home } = env
  const [base] = [xdg, platform === 'win32' ? local : undefined].filter(isWhole)
  return join(base ?? join(isWhole(home) ? home : systemHome(userHome), '.local', 'share'), 'svcapp')
}

function isWhole(path: string | undefined): path is string {
  return path !== undefined && isAbsolute(path)
}

function systemHome(userHome: () => string): string {
  try {
    const home = userHome()
    if (isAbsolute(home)) return home
  } catch {
    // The system has no entry for this user, as in a container with a numeric user.
  }
  // Debian's home for a user without one: reads work without state, and writes fail with this path and SVCAPP_HOME.
  return '/nonexistent'
}
