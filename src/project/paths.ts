import { join } from 'node:path'

import { setting } from '../text/origins/setting.ts'

/** Where everything of ours on disk is. Nothing is created by asking. */
export interface StatePaths {
  readonly home: string
  /** The app.<name>.toml that is selected, by its name; null for app.toml alone. What belongs to one registration is stored by it. */
  readonly registration: string | null
  /** Of the platform that is meant: what belongs to one platform alone is in it (platforms/). That of the default one is `home` itself. */
  readonly platformDir: string
  readonly emulatorDir: string
  readonly runFile: string
  readonly stateDb: string
  readonly journalDb: string
  readonly credentialsFile: string
  readonly emulatorSecretsFile: string
  readonly limiterDb: string
  readonly codesDb: string
  /** Programs that were fetched at need. */
  readonly binDir: string
}

export interface StateFacts {
  readonly env: Readonly<Record<string, string | undefined>>
  /** The OS's folder for our data, used unless `SVCAPP_HOME` names another. */
  readonly dataDir: string
}

/** The paths of all state, which `SVCAPP_HOME` moves. */
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
