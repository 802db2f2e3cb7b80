import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, onTestFinished } from 'vitest'

import type { App, AppOptions } from '../../src/kit/app.ts'
import { assembleApp } from '../../src/kit/create-app.ts'
import { createApp } from '../../src/kit/kit.ts'
import type { Fields } from '../../src/kit/log/log.ts'
import { node, sqlite } from '../../src/kit/node.ts'
import { signingKey } from '../../src/protocol/signing-key.ts'
import { webhookHeaders } from '../../src/protocol/webhook-signature.ts'
import { startPlatform, type Platform, type PlatformOptions } from '../../src/testing/testing.ts'

export interface Logged extends Fields {
  readonly event: string
}

export interface KitApp {
  readonly app: App
  readonly platform: Platform
  readonly log: readonly Logged[]
  /** Of the app's SQLite file. */
  readonly dir: string
  /** Requests as the world sends them. */
  readonly request: (path: string, init?: RequestInit) => Promise<Response>
  /** Delivers an event that the platform has signed. */
  readonly deliver: (delivery?: Partial<Delivery>) => Promise<Response>
  /** Waits until no job is due and none runs. */
  readonly settled: () => Promise<void>
}

export interface Delivery {
  readonly topic: string
  readonly eventId: string
  readonly storeId: number
  readonly regionId: number | null
  readonly data: object
  /** In place of the body of these fields. */
  readonly text: string
  readonly secret: string
  /** How old the signature is. */
  readonly ageSeconds: number
  readonly headers: Readonly<Record<string, string>>
  /** Address of another process of the app. */
  readonly to: string
}

export interface KitAppOptions {
  readonly declare?: (app: App) => void
  readonly options?: Partial<AppOptions>
  readonly platform?: PlatformOptions
  readonly isInstalled?: boolean
  /** Whether a worker does jobs. Otherwise `tick` does. */
  readonly isWorking?: boolean
  readonly dir?: string
  /** The clock of the app. */
  readonly now?: () => Date
}

export function temporaryFolder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'svcapp-kit-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true, maxRetries: 5 }))
  return dir
}

/** An app of the kit in this process: a real platform, a real SQLite file, and requests over loopback. */
export async function startKitApp(given: KitAppOptions = {}): Promise<KitApp> {
  const { app: overrides, ...rest } = given.platform ?? {}
  const platform = await startPlatform({ dir: '/', app: { manifest, ...overrides }, ...rest })
  onTestFinished(() => platform.close())
  const dir = given.dir ?? temporaryFolder()
  const log: Logged[] = []
  const options: AppOptions = {
    env: platform.env,
    database: sqlite(join(dir, 'app.db'), { migrations: join(dir, 'migrations') }),
    log: (event, fields) => void log.push({ event, ...fields }),
    ...given.options,
  }
  const { now } = given
  const app =
    now === undefined
      ? createApp(options)
      : assembleApp(options, { fetch: (url, init) => fetch(url, init), now, random: Math.random, write: () => {} })
  given.declare?.(app)
  const working = given.isWorking === false ? undefined : await app.work()
  const server = createServer((request, response) => {
    void node(app)(request, response).then((done) => done || response.writeHead(404).end())
  })
  await new Promise<void>((resolve) => server.listen(platform.app.port, '127.0.0.1', resolve))
  onTestFinished(async () => {
    server.closeAllConnections()
    server.close()
    await working?.stop(1000)
    await app.close()
  })
  const request: KitApp['request'] = (path, init) =>
    fetch(new URL(path, platform.app.url), { redirect: 'manual', ...init })
  if (given.isInstalled !== false) await platform.installApp()
  return {
    app,
    platform,
    log,
    dir,
    request,
    deliver: ({ to = '', ...delivery } = {}) =>
      request(`${to}/webhooks`, { method: 'POST', ...signedDelivery(platform, delivery) }),
    settled: () => expect.poll(async () => (await jobsIn(app)).due, { interval: 20 }).toBe(0),
  }
}

async function jobsIn(app: App) {
  const { coreOf } = await import('../../src/kit/create-app.ts')
  const { plainSql } = await import('../../src/kit/database/sql.ts')
  const [row] = await coreOf(app).database.rows(
    plainSql('SELECT count(*) AS due FROM svcapp_jobs WHERE dead_at IS NULL'),
  )
  return { due: Number(row?.['due']) }
}

const manifest = {
  renderMode: 'iframe',
  appUrl: null,
  slots: [{ type: 'fullpage', path: 'panel', label: 'Sample' }],
} as const

let next = 0

/** Body and headers of a delivery as the platform signs it. */
export function signedDelivery(platform: Platform, delivery: Partial<Delivery>) {
  const { topic = 'order.paid', storeId = platform.store.id, data = {}, ageSeconds = 0 } = delivery
  const eventId = delivery.eventId ?? `evt_${(next += 1)}`
  const regionId = delivery.regionId === undefined ? (platform.store.regions[0]?.id ?? null) : delivery.regionId
  const body = new TextEncoder().encode(delivery.text ?? JSON.stringify({ eventId, storeId, regionId, data }))
  const timestamp = Math.floor(Date.now() / 1000) - ageSeconds
  const key = signingKey(delivery.secret ?? platform.app.signingSecret)
  return { body, headers: { ...webhookHeaders({ key, topic, storeId, timestamp, body }), ...delivery.headers } }
}
