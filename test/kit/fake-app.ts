import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

import { onTestFinished } from 'vitest'

import type { App } from '../../src/kit/app.ts'
import type { Core } from '../../src/kit/core.ts'
import { assembleApp, coreOf } from '../../src/kit/create-app.ts'
import type { Fields } from '../../src/kit/log/log.ts'
import { openFile } from '../../src/kit/sqlite/open-file.ts'
import { createSqlite } from '../../src/kit/sqlite/sqlite.ts'
import type { EmbedPayload } from '../../src/protocol/embed-payload.ts'
import { signEmbedToken } from '../../src/protocol/embed-token.ts'
import { signingKey } from '../../src/protocol/signing-key.ts'
import { webhookHeaders } from '../../src/protocol/webhook-signature.ts'
import { temporaryFolder } from './support.ts'

/** A call of the app to the platform. */
export interface Call {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: string
}

export interface Reply {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

const APP_KEY = 'app.acme.test'
export const CODE = 'c0de'.repeat(16)
export const TOKEN = `svcapp_1001_7_${'0'.repeat(64)}`
const SIGNING_SECRET = '5e'.repeat(32)
export const ADMIN = 'https://admin.example'

/** What an exchange returns, as the documents show it. */
export const exchanged = {
  access_token: TOKEN,
  app_key: APP_KEY,
  store_id: 1001,
  region_id: 7 as number | null,
  scopes: ['orders.read'],
  store_name: 'Demo',
  store_domain: 'demo.example',
}

export interface FakeAppOptions {
  /** How the platform responds. It accepts everything by default. */
  readonly respond?: (call: Call) => Reply | undefined
  readonly env?: Readonly<Record<string, string>>
  readonly declare?: (app: App) => void
}

export interface FakeApp {
  readonly app: App
  readonly core: Core
  /** Of the app's SQLite file. */
  readonly path: string
  readonly calls: readonly Call[]
  readonly log: readonly (Fields & { readonly event: string })[]
  /** Moves the clock of the app. */
  readonly advance: (ms: number) => void
  readonly now: () => Date
  readonly request: (path: string, init?: RequestInit) => Promise<Response>
  /** Returns from the store admin, with the cookie of the browser if one is given. */
  readonly back: (query: Readonly<Record<string, string>>, cookie?: string) => Promise<Response>
  /** Begins an install: the state and the cookie that the browser has then. */
  readonly begin: () => Promise<{ readonly state: string; readonly cookie: string }>
  readonly embedToken: (changes?: Partial<EmbedPayload>, secret?: string) => string
  readonly deliver: (delivery: Partial<FakeDelivery>) => Promise<Response>
}

export interface FakeDelivery {
  readonly topic: string
  readonly eventId: string
  readonly storeId: number
  readonly regionId: number | null
  readonly data: object
  /** In place of the body of these fields. */
  readonly text: string
  readonly ageSeconds: number
  /** Changes what was signed. */
  readonly change: (request: { headers: Record<string, string>; body: Uint8Array<ArrayBuffer> }) => void
}

/** An app of the kit beside a platform that says what the test tells it to. The clock stands still. */
export async function makeFakeApp({ respond, env = {}, declare }: FakeAppOptions = {}): Promise<FakeApp> {
  const calls: Call[] = []
  const baseUrl = await startFakePlatform(calls, respond ?? (() => undefined))
  let time = Date.parse('2026-11-27T12:00:00Z')
  const now = () => new Date(time)
  const log: (Fields & { readonly event: string })[] = []
  const random = () => 0.5
  const path = join(temporaryFolder(), 'app.db')
  const database = createSqlite({
    kind: 'sqlite',
    open: () => openFile(path, 'migrations'),
    now: () => time,
    random,
  })
  const app = assembleApp(
    {
      env: { ...environment, SVCAPP_BASE_URL: baseUrl, ...env },
      database,
      log: (event, fields) => void log.push({ event, ...fields }),
    },
    { fetch: (url, init) => fetch(url, init), now, random, write: () => {} },
  )
  declare?.(app)
  await database.open()
  onTestFinished(() => app.close())
  const request: FakeApp['request'] = (path, init) => app.fetch(new Request(new URL(path, 'http://app.example'), init))
  return {
    app,
    core: coreOf(app),
    path,
    calls,
    log,
    advance: (ms) => (time += ms),
    now,
    request,
    back: (query, cookie = '') =>
      request(`/auth/callback?${new URLSearchParams(query).toString()}`, { headers: { cookie } }),
    async begin() {
      const response = await request('/auth/start')
      const state = new URL(response.headers.get('location') ?? '').searchParams.get('state') ?? ''
      return { state, cookie: response.headers.getSetCookie()[0]?.split(';')[0] ?? '' }
    },
    embedToken: (changes = {}, secret = SIGNING_SECRET) => {
      const Iat = Math.floor(time / 1000)
      const payload = {
        V: 1,
        AppKey: APP_KEY,
        StoreId: 1001,
        RegionId: 7,
        StoreCode: 'demo',
        Iat,
        Exp: Iat + 120,
      } as const
      return signEmbedToken({ key: signingKey(secret), payload: { ...payload, Scope: 'region', ...changes } })
    },
    deliver: (delivery) => request('/webhooks', signed(delivery, time)),
  }
}

const environment = {
  SVCAPP_APP_KEY: APP_KEY,
  SVCAPP_ADMIN_URL: `${ADMIN}/shop`,
  SVCAPP_CLIENT_ID: 'cli_0123',
  SVCAPP_CLIENT_SECRET: 'cs_not-a-real-one',
  SVCAPP_SIGNING_SECRET: SIGNING_SECRET,
  SVCAPP_TOKEN_KEY: '7a'.repeat(32),
  SVCAPP_SCOPES: 'orders.read products.read',
}

async function startFakePlatform(calls: Call[], respond: (call: Call) => Reply | undefined): Promise<string> {
  const server = createServer((incoming, outgoing) => {
    void text(incoming).then((body) => {
      const { method = '', url: path = '', headers } = incoming
      const call = { method, path, headers, body }
      calls.push(call)
      const reply = respond(call) ?? { body: path === '/api/apps/oauth/token' ? exchanged : {} }
      outgoing.writeHead(reply.status ?? 200, { 'Content-Type': 'application/json', ...reply.headers })
      outgoing.end(JSON.stringify(reply.body ?? {}))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  // A TCP server always has such an address.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

function signed(delivery: Partial<FakeDelivery>, time: number): RequestInit {
  const { topic = 'order.paid', eventId = 'evt_1', storeId = 1001, regionId = 7, data = {}, ageSeconds = 0 } = delivery
  const body = new TextEncoder().encode(delivery.text ?? JSON.stringify({ eventId, storeId, regionId, data }))
  const timestamp = Math.floor(time / 1000) - ageSeconds
  const headers = webhookHeaders({ key: signingKey(SIGNING_SECRET), topic, storeId, timestamp, body })
  const request = { headers, body }
  delivery.change?.(request)
  return { method: 'POST', ...request }
}
