import { createFetchSend } from '../sdk/fetch-send.ts'
import { createApis } from './api/apis.ts'
import { createPauses } from './api/pauses.ts'
import type { AppOptions } from './app.ts'
import { readConfig, type Config, type Env } from './config.ts'
import type { Core, Runtime } from './core.ts'
import type { Declared } from './declared.ts'
import { createSignedBy } from './http/signed-by.ts'
import { createPlatform } from './install/platform.ts'
import { noteAccepted, noteRejected } from './install/rejected-token.ts'
import { createKeys, type Keys } from './keys.ts'
import { createLog, type Log } from './log/log.ts'

/** Creates the core of an app. Nothing is read, opened or sent before a part is used. */
export function createCore(options: AppOptions, declared: Declared, runtime: Runtime): Core {
  const { database } = options
  const { now, random, fetch } = runtime
  const env = options.env as Env
  let known: Config | undefined
  const config = () => (known ??= readConfig(env))
  let made: Promise<Keys> | undefined
  const send = createFetchSend(fetch, readEnv(env))
  const work = options.work ?? (database.kind === 'd1' || database.kind === 'memory' ? 'inline' : 'queue')
  let opening: Promise<void> | undefined
  const pauses = createPauses({ database, now })
  const core: Core = {
    runtime,
    config,
    keys: () => (made ??= createKeys(config())),
    signedBy: createSignedBy({ config, now }),
    database,
    platform: createPlatform({ send, config }),
    apis: createApis({
      send,
      baseUrl: () => config().baseUrl,
      pauses,
      now,
      random,
      onRejected: (install, pinned) => noteRejected(core, install, pinned),
      onAccepted: (install) => noteAccepted(core, install),
    }),
    declared,
    isInline: work === 'inline',
    async opened() {
      opening ??= database.open()
      await opening.catch((error: unknown) => {
        opening = undefined
        throw error
      })
    },
    now,
    on: (other) => createCore({ ...options, database: other }, declared, runtime),
    log: logOf(options.log ?? (env['SVCAPP_DEV'] === '1' ? 'text' : 'json'), runtime),
  }
  return core
}

function logOf(log: 'json' | 'text' | Log, { write, now }: Runtime): Log {
  return typeof log === 'string' ? createLog(log, write, now) : log
}

/** Selects the texts, because a worker's bindings contain other values, too. */
function readEnv(env: Env): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  )
}
