import { expect } from 'vitest'

import { digestSecret } from '../../../src/protocol/access-token.ts'
import { parseJson } from '../../../src/text/json.ts'
import {
  makeEmulator,
  regionOf,
  type OpenedStore,
  type RegisteredApp,
  type RegisterOverrides,
} from '../../support/emulator.ts'

export const REGION_APP = 'app.acme.loyalty'
export const WIDE_APP = 'app.acme.wide'

export const apiScopes = [
  'orders.read',
  'orders.write',
  'orders.costs.write',
  'products.read',
  'customers.read',
] as const

export interface Answer {
  readonly status: number
  // A test knows what it asked for.
  readonly body: any // oxlint-disable-line typescript/no-explicit-any
  readonly headers: Headers
}

/** An emulator with one store (TR, DE, GB), ready for apps to be installed. */
export async function makeShop() {
  const emulated = makeEmulator()
  const store = await emulated.openStore()
  const { context } = emulated.emulator
  const db = context.storeDb(store.store.id)
  const region = (code: string) => regionOf(store, code).id

  /** Secrets are shown once: an app that is registered again has those of the first time. */
  const secrets = new Map<string, RegisteredApp['secrets']>()
  const register = async (fields: RegisterOverrides = {}): Promise<RegisteredApp> => {
    const app = await emulated.registerApp({ appKey: REGION_APP, requested_scopes: apiScopes, ...fields })
    if (app.created) secrets.set(app.appKey, app.secrets)
    return { ...app, secrets: secrets.get(app.appKey) ?? app.secrets }
  }
  /** Registers an app, installs it into the store and answers with its token. */
  const install = async (
    fields: RegisterOverrides & { readonly region?: string; readonly into?: OpenedStore; readonly off?: string[] } = {},
  ) => {
    const { region: code, into = store, off = [], appKey = REGION_APP, ...registration } = fields
    const app = await register({ appKey, ...registration })
    await emulated.control('POST', `/apps/${appKey}/test-stores`, { code: into.code })
    const options = { app, store: into, off, ...(code === undefined ? {} : { region: code }) }
    return { app, ...(await emulated.installApp(options)) }
  }
  const installWide = (fields: Parameters<typeof install>[0] = {}) =>
    install({ appKey: WIDE_APP, install_scope: 'store', ...fields })

  /** A call of the API. That a refusal says why, to its caller and to the developer, is asked of every one. */
  const call = async (token: string, path: string, init: RequestInit = {}): Promise<Answer> => {
    const headers = new Headers(init.headers)
    headers.set('X-Emulator-Debug', '1')
    const response = await emulated.api(token, path, { ...init, headers: Object.fromEntries(headers) })
    const parsed = parseJson(await response.text())
    if (!response.ok) {
      expect(response.headers.get('x-emulator-cause')).toMatch(/^[a-z][a-z0-9-]+$/)
      expect(parsed).toMatchObject({ ok: true, value: { success: false, message: expect.stringMatching(/\S/) } })
    }
    return { status: response.status, body: parsed.ok ? parsed.value : null, headers: response.headers }
  }
  const send = (token: string, request: string, body: unknown, headers: Record<string, string> = {}) => {
    const [method = '', path = ''] = request.split(' ')
    return call(token, path, {
      method,
      headers: { 'Content-Type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
  }

  /** A token as an earlier version of the platform issued it; there is no other way to have one (TOK-020). */
  const seedToken = (token: string, row: { appKey?: string; shape: string; regionId?: number; scopes?: string[] }) => {
    const { appKey = REGION_APP, shape, regionId = null, scopes = apiScopes } = row
    context.registry
      .prepare(
        'INSERT INTO tokens (digest, app_key, store_id, region_id, shape, scopes, created_at) VALUES (?, ?, ?, ?, ?, ?, ?)',
      )
      .run(digestSecret(token), appKey, store.store.id, regionId, shape, JSON.stringify(scopes), 0)
    return token
  }

  const setPlan = (appKey: string, plan: string) =>
    emulated.control('POST', `/stores/${store.code}/apps/${appKey}/plan`, { plan })

  /** The id of an order of the seed: in a region, or in none. */
  const orderIn = (code: string | null): number => {
    const row =
      code === null
        ? db.prepare('SELECT id FROM orders WHERE region_id IS NULL').get()
        : db.prepare('SELECT id FROM orders WHERE region_id = ?').get(region(code))
    return Number(row?.['id'])
  }
  return {
    ...emulated,
    context,
    store,
    db,
    region,
    register,
    install,
    installWide,
    call,
    send,
    seedToken,
    setPlan,
    orderIn,
  }
}

export type Shop = Awaited<ReturnType<typeof makeShop>>
