import type { SeenRequest } from '../../support/app.ts'
import { named, reach } from '../../support/dev/dev-events.ts'
import { makeDevProject, type DevProject } from '../../support/dev/dev-project.ts'
import { makeOwnWay, type OwnWay } from '../../support/dev/own-way.ts'
import { liveTable } from '../../support/live/counting-live.ts'
import { makeFront, type Front, type Response as Reply } from '../../support/live/front.ts'
import { freePorts, runCli, type DevRun } from '../../support/run-cli.ts'

export const secrets = {
  SVCAPP_CLIENT_SECRET: `cs_${'c1'.repeat(32)}`,
  SVCAPP_SIGNING_SECRET: '51'.repeat(32),
  SVCAPP_CREDENTIALS: 'file',
  SVCAPP_PASSPHRASE: 'a passphrase for tests',
  BROWSER: 'none',
}
export const token = `svcapp_1001_7_${'70'.repeat(32)}`
export const code = 'ab'.repeat(32)

export const exchange = {
  success: true,
  access_token: token,
  token_type: 'Bearer',
  scopes: ['orders.read'],
  app_key: 'app.acme.loyalty',
  store_id: 1001,
  region_id: 7,
  install_scope: 'region',
  regions: [{ id: 7, code: 'de', currency: 'EUR', domain: 'de.demo.example' }],
  store_name: 'Demo',
  store_domain: 'demo.example',
}

const context = {
  success: true,
  appKey: 'app.acme.loyalty',
  store: { id: 1001, code: 'demo' },
  installScope: 'region',
  pinnedRegionId: 7,
  regions: [{ id: 7, code: 'de', countryCode: 'DE', currencyCode: 'EUR', languageCode: 'de', isDefault: true }],
  scopes: ['orders.read'],
}

/** What the documents say of the platform, as far as an install goes. */
function platformAnswer(contextStatus: number, appKey: string) {
  return ({ target, headers, body: asked }: SeenRequest): Reply => {
    if (target === '/api/apps/oauth/token') {
      const app_key = asked.includes(code) ? appKey : exchange.app_key
      return { status: 200, body: JSON.stringify({ ...exchange, app_key }) }
    }
    if (target !== '/api/apps/v1/context') return { status: 404, body: '{"success":false,"message":"Not found"}' }
    const status = headers.authorization === undefined ? 401 : contextStatus
    const body = status === 200 ? { ...context, appKey } : { success: false, message: 'Unauthorized' }
    return { status, body: JSON.stringify(body) }
  }
}

export interface Live {
  readonly project: DevProject
  readonly platform: Front
  readonly way: OwnWay
  readonly start: (...more: string[]) => DevRun
}

/** `appKey` is the app that the platform says it has issued the token for. */
export async function makeLive({ contextStatus = 200, toml = '', appKey = exchange.app_key } = {}): Promise<Live> {
  const respond = platformAnswer(contextStatus, appKey)
  const platform = await makeFront({ api: respond, admin: respond })
  const made = await makeDevProject()
  const way = await makeOwnWay()
  made.append(liveTable({ ...platform.origins, admin: `${platform.origins.admin}/store` }) + toml)
  const trusted = { SVCAPP_TRUST_ORIGIN: platform.origins.api }
  const project = { ...made, env: { ...made.env, ...platform.env, ...secrets, ...trusted } }
  const ports = ['--port', String(way.target), ...freePorts.slice(2)]
  const start = (...more: string[]) =>
    runCli(project, ['dev', '--target', 'live', '--yes', '--json', ...published(more), ...ports, ...more])
  return { project, platform, way, start }
}

/** Without a terminal one of the two is required. */
const published = (argv: readonly string[]) => (argv.includes('--published') ? [] : ['--no-published'])

export const one = (run: DevRun, name: string) => named(run, name)[0] ?? {}

/** The requests besides the check of both addresses at the start, which sends no secret. */
export const sent = ({ seen }: Front) =>
  seen.filter(({ method, headers }) => method !== 'GET' || headers.authorization !== undefined)

export async function stop(run: DevRun): Promise<number | string | null> {
  run.child.kill('SIGINT')
  return run.ended
}

/** The owner's browser: begins at the app's public address, approves at the platform, comes back with the code: to `redirect`, or to the address that was listed. */
export async function walkThrough(run: DevRun, redirect?: string): Promise<{ authorize: URL; status: number }> {
  await reach(run, 'install-address')
  const begun = await fetch(String(one(run, 'install-address')['url']), { redirect: 'manual' })
  const authorize = new URL(begun.headers.get('location') ?? '')
  const back = new URL(redirect ?? listedRedirect(run))
  back.search = new URLSearchParams({ code, state: authorize.searchParams.get('state') ?? '' }).toString()
  const cookie = (begun.headers.get('set-cookie') ?? '').split(';', 1)[0] ?? ''
  const { status } = await fetch(back, { headers: { Cookie: cookie }, redirect: 'manual' })
  return { authorize, status }
}

function listedRedirect(run: DevRun): string {
  const fields = one(run, 'portal')['changes'] as { field: string; value: string[] }[]
  return fields.find(({ field }) => field === 'redirect_uris')?.value[0] ?? ''
}
