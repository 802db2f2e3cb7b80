import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { createNodeSend } from '../../../src/client/node-send.ts'
import Install from '../../../src/commands/install.ts'
import { memoryCredentials } from '../../../src/credentials/memory.ts'
import { runCommand } from '../command/command.ts'
import { makeContext, type ContextOverrides } from '../context.ts'
import { handsOn, type InstallOptions, type RegisterOverrides } from '../emulator.ts'
import { serve } from '../served.ts'
import { liveTable } from './counting-live.ts'
import { forwardTo, makeFront, type Upstream } from './front.ts'

export interface StandInOptions {
  readonly registration?: RegisterOverrides
  /** Upstream for requests to the developer's own address. */
  readonly own?: Upstream
}

/**
 * Simulates the live platform with a second emulator with its own state, behind a TLS reverse proxy: `https://api.platform.test` and siblings. `hands` does
 * registrations, stores and consent, as a user does them in the developer console and the store admin. Only requests through the proxy are counted.
 */
export async function makeStandIn({ registration = {}, own }: StandInOptions = {}) {
  const { running, urls } = await serve({ isInMemory: true })
  const hands = handsOn(running.emulator, { isInMemory: true })
  const front = await makeFront({
    api: forwardTo(urls.api),
    admin: forwardTo(urls.admin),
    ...(own === undefined ? {} : { own }),
  })
  const app = await hands.registerApp({ requested_scopes: ['orders.read', 'products.read'], ...registration })
  const store = await hands.openStore({ appKey: app.appKey })
  const { origins } = front

  /** Approves as the owner at the address that a command prints. Returns the browser's redirect address. */
  const approve = (authorize: URL, options: Partial<InstallOptions> = {}) =>
    hands.consent({ app, store, query: authorize.search, ...options })

  const toml = `key = "${app.appKey}"
name = "${app.app.name}"
install_scope = "${app.app.install_scope}"
redirect_uris = ${JSON.stringify(app.app.redirect_uris)}
[scopes]
required = ${JSON.stringify(app.app.requested_scopes)}
${liveTable(origins, app.secrets.client_id)}`
  /** Environment for a program: the names, the authority, the secrets and the trust, as a CI job has them. */
  const env = {
    ...front.env,
    SVCAPP_CLIENT_SECRET: app.secrets.client_secret,
    SVCAPP_SIGNING_SECRET: app.secrets.webhook_signing_secret,
    SVCAPP_TRUST_ORIGIN: origins.api,
  }

  /** Creates a developer's machine in this process, with its own state, secrets and project. Commands get `context()` and use the live platform. */
  const makeDeveloper = async (more = '') => {
    const { cwd, paths } = makeContext()
    const credentials = memoryCredentials()
    const key = { identity: origins.api, appKey: app.appKey }
    await credentials.set({ ...key, kind: 'client-secret' }, app.secrets.client_secret)
    await credentials.set({ ...key, kind: 'signing-secret' }, app.secrets.webhook_signing_secret)
    writeFileSync(join(cwd, 'app.toml'), toml + more)
    const context = (overrides: ContextOverrides = {}) =>
      makeContext({
        cwd,
        paths,
        credentials: async () => credentials,
        now: () => new Date(),
        send: createNodeSend({ builtin: process.getBuiltinModule.bind(process), env: {} }),
        ...overrides,
        env: { SVCAPP_TARGET: 'live', SVCAPP_TRUST_ORIGIN: origins.api, ...overrides.env },
      })
    /** Runs `app install --paste` with the owner's consent. */
    const install = (options: Partial<InstallOptions> = {}, registration: string | null = null) => {
      const made = context({
        paths: { ...paths, registration },
        ask: {
          confirm: async () => true,
          input: async () => (await approve(authorizeIn(made.captured.stderr()), options)).href,
        },
      })
      return runCommand(Install, ['--paste'], made)
    }
    return { cwd, paths, credentials, context, install }
  }

  return { ...front, hands, app, store, approve, toml, env, makeDeveloper }
}

function authorizeIn(text: string): URL {
  const found = URL.parse(/https:\/\/\S+\/admin\/plugins\/install\/\S+/.exec(text)?.[0] ?? '')
  if (found === null) throw new Error(`No consent address in: ${text}`)
  return found
}
