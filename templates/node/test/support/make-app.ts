import type { TestContext } from 'node:test'

import { createApp } from '../../src/app.ts'
import type { Config } from '../../src/config.ts'
import { makeKeys } from '../../src/keys.ts'
import { createLog } from '../../src/log.ts'
import { createBudget } from '../../src/platform/budget.ts'
import { createPauses } from '../../src/platform/pauses.ts'
import { createPlatform } from '../../src/platform/platform.ts'
import type { EmbedPayload } from '../../src/protocol/embed-payload.ts'
import { signEmbedToken } from '../../src/protocol/embed-token.ts'
import { signingKey } from '../../src/protocol/signing-key.ts'
import { webhookHeaders } from '../../src/protocol/webhook-signature.ts'
import type { Tools } from '../../src/tools.ts'
import { workOn } from '../../src/webhooks/work-on.ts'
import { countTries } from './count-tries.ts'
import { startFakePlatform } from './fake-platform.ts'
import { openTestState, type Kind } from './open-test-state.ts'

export const NOON = new Date('2026-11-21T12:00:00Z')
export const CODE = 'c0de'.repeat(16)

/** Not of the platform's shape: to an app a token is opaque. */
export const TOKEN = 'opaque-token-of-any-shape'

/** As @hono/node-server says who is at the other end of the connection. */
export const fromHere = { incoming: { socket: { remoteAddress: '127.0.0.1' } } }

export const signingSecret = '5ec4e7'.repeat(11).slice(0, 64)

/** The app over a fake platform, with a clock that tests move and a worker. Everything ends with the test. */
export async function makeApp(t: TestContext, changes: Partial<Config> = {}, kind: Kind = 'sqlite') {
  const platform = await startFakePlatform()
  t.after(platform.close)
  const config: Config = {
    port: 0,
    appKey: 'app.acme.test',
    baseUrl: platform.url,
    adminUrl: 'https://admin.example/shop',
    clientId: 'cli_0123',
    clientSecret: 'cs_not-a-real-one',
    signingSecret,
    tokenKey: '7a'.repeat(32),
    formerTokenKey: null,
    scopes: ['orders.read', 'products.read'],
    isDeveloping: true,
    panelOrigin: null,
    databaseUrl: null,
    ...changes,
  }
  const clock = { now: NOON }
  const lines: string[] = []
  const log = createLog('json', (line) => lines.push(line))
  const now = () => clock.now
  const state = await openTestState(kind, log)
  const { db } = state
  const { queue, tried, isIdle } = countTries(state.queue)
  const pauses = createPauses(
    { db, now },
    createBudget(() => clock.now.getTime()),
  )
  const platformFor = (againAfterMs: readonly number[]) => createPlatform(config, { pauses, againAfterMs })
  const tools: Tools = { config, db, queue, keys: makeKeys(config), platform: platformFor([1, 1]), now, log }
  const app = createApp(tools, state.trouble)
  const atWork = { ...tools, platform: platformFor([]) }
  const working = await queue.work((event) => workOn(atWork, event))
  t.after(async () => {
    await working.stop(5000)
    await state.close()
  })
  const get = (path: string, headers: Record<string, string> = {}) =>
    app.request(new URL(path, 'http://127.0.0.1:3000').href, { headers }, fromHere)
  return {
    platform,
    db,
    queue,
    tools,
    /** What jobs have. */
    atWork,
    tried,
    config,
    clock,
    lines,
    app,
    get,
    /** Installs by a return without a state, as a store owner does from the admin. */
    install: async (answer: Partial<typeof exchanged> = {}) => {
      platform.answers.set('POST /api/apps/oauth/token', {
        status: 200,
        body: JSON.stringify({ ...exchanged, ...answer }),
      })
      return get(`/auth/callback?code=${CODE}`)
    },
    /** Answers when what the delivery left to be done has been tried once. */
    deliver: async (event: Delivery = {}) => {
      const response = await app.request('http://127.0.0.1:3000/webhooks', delivery(event, clock.now))
      await isIdle()
      return response
    },
  }
}

export const exchanged = {
  success: true,
  access_token: TOKEN,
  token_type: 'Bearer',
  scopes: ['orders.read'],
  app_key: 'app.acme.test',
  store_id: 1001,
  region_id: 7 as number | null,
  install_scope: 'region',
  regions: null as readonly object[] | null,
  store_name: 'Demo & Sons',
  store_domain: 'demo.example',
}

/** What a store-wide install answers beside that. */
export const storeWide = {
  region_id: null,
  install_scope: 'store',
  regions: [
    { id: 7, code: 'tr', currency: 'TRY', domain: 'tr.example' },
    { id: 8, code: 'de', currency: 'EUR', domain: 'de.example' },
  ],
}

export interface Delivery {
  readonly eventId?: string
  readonly topic?: string
  readonly storeId?: number
  readonly regionId?: number | null
  readonly data?: unknown
  /** Seconds from now. */
  readonly offset?: number
  /** The exact text that is signed, instead of the event's JSON. */
  readonly text?: string
  /** Sent instead of what was signed. */
  readonly sent?: string
  readonly headers?: Record<string, string>
}

/** A delivery as the platform signs and sends it. */
export function delivery(event: Delivery, now: Date): RequestInit {
  const { eventId = 'evt-1', topic = 'order.paid', storeId = 1001, regionId = 7, data = { orderId: 55 } } = event
  const text = event.text ?? JSON.stringify({ eventId, storeId, regionId, data })
  const timestamp = Math.floor(now.getTime() / 1000) + (event.offset ?? 0)
  const signed = webhookHeaders({ key: signingKey(signingSecret), topic, storeId, timestamp, body: Buffer.from(text) })
  return {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...signed, ...event.headers },
    body: event.sent ?? text,
  }
}

/** An embed token as the store admin gets it. */
export function embedToken(changes: Partial<EmbedPayload> = {}, now = NOON): string {
  const seconds = Math.floor(now.getTime() / 1000)
  const payload: EmbedPayload = {
    V: 1,
    AppKey: 'app.acme.test',
    StoreId: 1001,
    RegionId: 7,
    StoreCode: 'demo',
    Iat: seconds,
    Exp: seconds + 120,
    Scope: 'region',
    ...changes,
  }
  return signEmbedToken({ key: signingKey(signingSecret), payload })
}
