import { join } from 'node:path'

import { setting } from '../text/origins/setting.ts'

/** Locations of svcapp's files. Reading them creates nothing. */
export interface StatePaths {
  readonly home: string
  /** Name of the selected app.<name>.toml, or null for app.toml alone. Data of one registration is stored under it. */
  readonly registration: string | null
  /** Folder for the data of the selected platform (platforms/). For the default platform it is `home`. */
  readonly platformDir: string
  readonly emulatorDir: string
  readonly runFile: string
  readonly stateDb: string
  readonly journalDb: string
  readonly credentialsFile: string
  readonly emulatorSecretsFile: string
  readonly limiterDb: string
  readonly codesDb: string
  /** Programs downloaded on demand. */
  readonly binDir: string
}

export interface StateFacts {
  readonly env: Readonly<Record<string, string | undefined>>
  /** The OS's data folder, used unless `SVCAPP_HOME` is set. */
  readonly dataDir: string
}

/** Finds `~` or `~user` at the start of a path. Only a shell expands it, so for us it would be a folder with that name. */
export function unexpandedHome(path: string): string | null {
  return /^(~[\w.-]*)(?:[\\/]|$)/.exec(path)?.[1] ?? null
}

/** Returns the paths of all state. `SVCAPP_HOME` moves them. */
export function statePaths({ env, dataDir }: StateFacts): StatePaths {
  const home = env['SVCAPP_HOME'] || dataDir
  return {
    home,
    registration: setting(env, 'SVCAPP_CONFIG'),
    platformDir: home,
    emulatorDir: join(home, 'emulator'),
    runFile: join(home, 'emulator', 'run.json'),
    stateDb: join(home, 'state.db'),
    journalDb: join(home, 'journal.db'),
    credentialsFile: join(home, 'credentials.json'),
    emulatorSecretsFile: join(home, 'emulator-secrets.json'),
    limiterDb: join(home, 'limiter.db'),
    codesDb: join(home, 'codes.db'),
    binDir: join(home, 'bin'),
  }
}
