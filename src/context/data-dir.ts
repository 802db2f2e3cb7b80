import { isAbsolute, join } from 'node:path'

export interface Machine {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly platform: NodeJS.Platform
  /** Of this user, as the system has it. Throws for a user that it does not know. */
  readonly userHome: () => string
}

/**
 * The OS's folder for application data, as oclif finds it (XDG, LOCALAPPDATA), but without oclif's `APP_DATA_DIR`: a variable of so common a name must
 * not move our state. `SVCAPP_HOME` is the one that does (project/paths.ts). A path that is not whole is passed over, as XDG asks for: it would put our
 * state, with secrets, into whatever folder a command runs in.
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
    // The system has no entry for this user, as in a container with a number as user.
  }
  // Debian's home of a user without one: reads work without state, and writes fail with this path and SVCAPP_HOME.
  return '/nonexistent'
}
