import { basename, delimiter, dirname } from 'node:path'

import { defined } from '../../text/defined.ts'

export interface ChildEnvironment {
  /** The developer's environment. */
  readonly env: Readonly<Record<string, string | undefined>>
  /** Additional variables for the child. */
  readonly appEnv: Readonly<Record<string, string>>
  /** The Node that runs this tool, so that `npm start` does not find an older one. */
  readonly nodePath: string
}

/** Hides the script name that npm prints at each start. The developer's own `npm_config_loglevel` takes precedence. */
export function quietNpm([program = '']: readonly string[]): Record<string, string> {
  return /^(npm|npm\.cmd|pnpm)$/.test(basename(program)) ? { npm_config_loglevel: 'silent' } : {}
}

/** Returns the developer's environment without the tool's variables, plus those of the app. */
export function childEnvironment({ env, appEnv, nodePath }: ChildEnvironment): Record<string, string> {
  const result: Record<string, string> = {}
  for (const [name, value] of Object.entries(env)) {
    if (value !== undefined && !name.startsWith('SVCAPP_')) result[name] = value
  }
  const path = result['PATH']
  const { DATA_DIR = appEnv['DATA_DIR'] } = result
  return {
    ...result,
    PATH: path ? `${dirname(nodePath)}${delimiter}${path}` : dirname(nodePath),
    ...appEnv,
    ...defined({ DATA_DIR }),
  }
}
