import { createApp } from '../../src/app.ts'
import type { Config } from '../../src/config.ts'
import { makeKeys } from '../../src/keys.ts'
import { jsonLog } from '../../src/log.ts'
import type { Exchanged, Order, Region } from '../../src/platform-answers.ts'
import { PlatformError } from '../../src/platform-error.ts'
import type { Access, Platform } from '../../src/platform.ts'
import { encodeBase64url } from '../../src/protocol/base64url.ts'
import { hmacSha256 } from '../../src/protocol/web/hmac.ts'
import type { Tools } from '../../src/tools.ts'
import { openTestDb } from './test-db.ts'

export const NOW = new Date('2026-11-23T12:00:00Z')
export const CODE = 'c0de'.repeat(16)
export const TOKEN = `svcapp_1001_7_${'ab'.repeat(32)}`

const config: Config = {
  appKey: 'app.acme.test',
  baseUrl: 'https://api.example',
  adminUrl: 'https://admin.example',
  clientId: 'cli_test',
  clientSecret: `cs_${'1'.repeat(32)}`,
  signingSecret: '9f'.repeat(32),
  tokenKey: '5e'.repeat(32),
  scopes: ['orders.read'],
}

/** The platform as this app sees it: what it was asked, and what it answers. */
export interface FakePlatform extends Platform {
  readonly calls: { readonly name: string; readonly access: Access | null; readonly about: string | number | null }[]
  orderTotals: Record<number, string>
  installs: Exchanged
  /** Of the store today; those of the install where there are none. */
  openRegions: readonly Region[]
  /** Thrown by the next calls. */
  trouble: PlatformError | null
}

export function fakePlatform(): FakePlatform {
  const platform: FakePlatform = {
    calls: [],
    orderTotals: {},
    trouble: null,
    openRegions: [],
    installs: {
      accessToken: TOKEN,
      appKey: config.appKey,
      storeId: 1001,
      regionId: 7,
      scopes: ['orders.read'],
      regions: [],
      storeName: 'Shop <One>',
    },
    exchange: async (code) => note('exchange', null, code, platform.installs),
    order: async (access, id) => note('order', access, id, orderNumber(id, platform.orderTotals[id])),
    orders: async (access, status) => note('orders', access, status ?? null, [orderNumber(1, '10.50')]),
    regions: async (token) => note('regions', { token, pin: null }, null, platform.openRegions),
    isAlive: async (token) => {
      if (platform.trouble?.status === 401) return false
      return note('isAlive', { token, pin: null }, null, true)
    },
  }
  const note = <T>(name: string, access: Access | null, about: string | number | null, answer: T): T => {
    platform.calls.push({ name, access, about })
    if (platform.trouble !== null) throw platform.trouble
    return answer
  }
  return platform
}

function orderNumber(id: number, grandTotal = '10.50'): Order {
  return { id, orderNumber: `N-${id}`, status: 'paid', grandTotal, currency: 'TRY' }
}

export interface TestApp {
  readonly tools: Tools
  readonly platform: FakePlatform
  readonly logged: string[]
  /** Sends a request as a browser or the platform would; cookies are the caller's. */
  readonly send: (path: string, init?: RequestInit) => Promise<Response>
  /** Installs by a flow that began in the admin. */
  readonly install: (changes?: Partial<Exchanged>) => Promise<void>
  readonly deliver: (topic: string, body: object, changes?: Record<string, string>) => Promise<Response>
  readonly embedToken: (changes?: Readonly<Record<string, string | number | null>>) => Promise<string>
  /** Opens the panel; returns the cookie of its session. */
  readonly openPanel: () => Promise<string>
}

export async function makeApp(): Promise<TestApp> {
  const keys = await makeKeys(config)
  const platform = fakePlatform()
  const logged: string[] = []
  const db = await openTestDb()
  const now = () => NOW
  const log = jsonLog((line) => logged.push(line), now)
  const tools: Tools = { config, db, keys, platform, now, log, styles: new Map() }
  const app = createApp(tools)
  const send = (path: string, init: RequestInit = {}) => app(new Request(`https://app.example${path}`, init))
  const hex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  const seconds = NOW.getTime() / 1000
  const embedToken: TestApp['embedToken'] = async (changes = {}) => {
    const scope = platform.installs.regionId === null ? 'store' : 'region'
    const whose = { AppKey: config.appKey, StoreId: 1001, RegionId: platform.installs.regionId, Scope: scope }
    const payload = { V: 1, ...whose, StoreCode: 'one', Iat: seconds, Exp: seconds + 120, ...changes }
    const text = encodeBase64url(new TextEncoder().encode(JSON.stringify(payload)))
    return `${text}.${hex(await hmacSha256(keys.platform, [`service-embed-v1\n${text}`]))}`
  }
  return {
    tools,
    platform,
    logged,
    send,
    install: async (changes = {}) => {
      platform.installs = { ...platform.installs, ...changes }
      const answer = await send(`/auth/callback?code=${CODE}`)
      if (answer.status !== 303) throw new Error(`not installed: ${answer.status}`)
    },
    deliver: async (topic, body, changes = {}) => {
      const bytes = JSON.stringify(body)
      const signed = hex(await hmacSha256(keys.platform, [`${topic}\n1001\n${seconds}\n`, bytes]))
      const headers = {
        'X-Service-Hmac-Sha256': signed,
        'X-Service-Topic': topic,
        'X-Service-Store': '1001',
        'X-Service-Timestamp': String(seconds),
        ...changes,
      }
      return send('/webhooks', { method: 'POST', headers, body: bytes })
    },
    embedToken,
    openPanel: async () => {
      const answer = await send(`/panel?embed_token=${await embedToken()}`)
      return answer.headers.get('set-cookie')?.split(';')[0] ?? ''
    },
  }
}
