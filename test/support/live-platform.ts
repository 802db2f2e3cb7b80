import { appendFileSync } from 'node:fs'
import { join } from 'node:path'

import type { ContextOverrides } from './context.ts'
import { makePlatform, type PlatformOptions } from './platform.ts'

type Platform = Awaited<ReturnType<typeof makePlatform>>

/** Uses the emulator in memory as the project's live platform: its registration replaces the developer console, and the client secret is stored. */
export async function makeLivePlatform(options: PlatformOptions = {}) {
  const platform = await makePlatform(options)
  const { made, app, cwd, credentials } = platform
  const { api, admin } = made.urls
  const { origin } = new URL(api)
  appendFileSync(
    join(cwd, 'app.toml'),
    `[targets.live]\nbase_url = "${origin}"\nadmin_url = "${new URL(admin).origin}"\nclient_id = "${app.app.client_id}"\n`,
  )
  await credentials.set({ identity: origin, appKey: app.appKey, kind: 'client-secret' }, app.secrets.client_secret)
  const live = ({ env, ...more }: ContextOverrides = {}) =>
    platform.context({ ...more, env: { SVCAPP_TARGET: 'live', SVCAPP_TRUST_ORIGIN: origin, ...env } })
  return { ...platform, live, origin, liveApp: { identity: origin, appKey: app.appKey } }
}

/** Approves as the store's manager at the address that a command printed. Returns where the browser is redirected. */
export async function approveAt({ made, store }: Pick<Platform, 'made' | 'store'>, printed: string): Promise<string> {
  const address = new URL(/^http.*$/m.exec(printed)?.[0] ?? '')
  const browser = await made.signIn(store)
  const page = await (await browser.open(address.pathname + address.search)).text()
  const fields = [...page.matchAll(/name="(form_token|state|scope)" value="([^"]*)"/g)].map(
    ([, name = '', value = '']): [string, string] => [name, value],
  )
  return (await browser.post(`${address.pathname}/approve`, fields)).headers.get('location') ?? ''
}
