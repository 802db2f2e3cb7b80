import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import Install from '../../src/commands/install.ts'
import { writeRunFile } from '../../src/control/run-file.ts'
import { memoryCredentials } from '../../src/credentials/memory.ts'
import type { WireRequest } from '../../src/http/wire.ts'
import { runCommand } from './command/command.ts'
import { makeContext, type ContextOverrides } from './context.ts'
import { makeEmulator, type RegisterOverrides } from './emulator.ts'
import { sendTo } from './send.ts'

export interface PlatformOptions {
  readonly registration?: RegisterOverrides
  readonly context?: ContextOverrides
  /** Additional lines of app.toml. */
  readonly toml?: string
}

/**
 * Creates the state after `app init`, `app register` and `app store open`: a project folder, a running emulator with
 * its run file, the registered app with its stored secret, and a store. `sent` are the command's requests.
 */
export async function makePlatform({ registration = {}, context: overrides = {}, toml = '' }: PlatformOptions = {}) {
  const made = makeEmulator()
  const app = await made.registerApp({ requested_scopes: ['orders.read', 'products.read'], ...registration })
  const store = await made.openStore({ appKey: app.appKey })
  const sent: WireRequest[] = []
  const plain = sendTo(made.emulator)
  const credentials = memoryCredentials()
  const { paths, cwd } = makeContext()
  /** Creates the context of a new command: the same folders, secrets and emulator, with its own terminal. */
  const context = (more: ContextOverrides = {}) =>
    makeContext({
      send: async (request) => {
        sent.push(request)
        return plain(request)
      },
      now: made.clock.now,
      credentials: async () => credentials,
      paths,
      cwd,
      ...overrides,
      ...more,
    })
  const identity = `emulator:${made.emulator.context.id}`
  await credentials.set({ identity, appKey: app.appKey, kind: 'client-secret' }, app.secrets.client_secret)
  mkdirSync(dirname(paths.runFile), { recursive: true })
  writeRunFile(paths, {
    id: made.emulator.context.id,
    pid: process.pid,
    urls: made.urls,
    controlToken: made.emulator.controlToken,
    startedAt: made.clock.now().toISOString(),
  })
  writeFileSync(join(cwd, 'app.toml'), appToml(app.app) + toml)
  /** Returns requests of the REST API and the exchange, without those of the control API and the consent page. */
  const calls = () => sent.filter(({ url }) => url.origin === new URL(made.urls.api).origin)
  return { made, app, store, sent, calls, credentials, identity, paths, cwd, context }
}

/** Creates the state after `app install --approve`: region-scoped in the home region, unless the registration sets another scope. */
export async function makeInstalledPlatform(options: PlatformOptions = {}) {
  const platform = await makePlatform(options)
  const { result, error } = await runCommand(Install, ['--approve'], platform.context())
  if (result === undefined) throw error ?? new Error('The install gave no result.')
  const { identity, app, sent, credentials } = platform
  const { storeId, regionId } = result
  const key = { identity, appKey: app.appKey, kind: 'token', storeId, regionId } as const
  sent.length = 0
  return { ...platform, key, token: (await credentials.get(key)) ?? '' }
}

function appToml(app: {
  app_key: string
  name: string
  install_scope: string
  requested_scopes: readonly string[]
  optional_scopes: readonly string[]
  redirect_uris: readonly string[]
}): string {
  const required = app.requested_scopes.filter((scope) => !app.optional_scopes.includes(scope))
  return [
    `key = ${JSON.stringify(app.app_key)}`,
    `name = ${JSON.stringify(app.name)}`,
    `install_scope = ${JSON.stringify(app.install_scope)}`,
    `redirect_uris = ${JSON.stringify(app.redirect_uris)}`,
    '[scopes]',
    `required = ${JSON.stringify(required)}`,
    `optional = ${JSON.stringify(app.optional_scopes)}`,
    '',
  ].join('\n')
}
