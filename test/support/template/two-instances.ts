import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { Client } from 'pg'

import { scaffoldWithPackages } from '../dev/scaffolded.ts'
import { startPostgres } from '../postgres.ts'
import { createSender, type Sender } from './deliver.ts'
import { startFront } from './front.ts'
import { startInstance, type Instance } from './instance.ts'
import { codeOf, startOrderPlatform } from './order-platform.ts'

export interface Counted {
  /** Orders that the app counted. More than events if one took effect twice. */
  readonly orders: number
  readonly effects: number
}

export interface TwoInstances {
  readonly instances: readonly [Instance, Instance]
  readonly sender: Sender
  readonly count: () => Promise<Counted>
  /** Returns when the first event of a store took effect, in ms since 1970. */
  readonly firstEffect: (storeId: number) => Promise<number | null>
  /** Makes the database count its rows, as autovacuum does once a minute. Until then its query plans are those for empty tables. */
  readonly analyze: () => Promise<void>
  readonly close: () => Promise<void>
}

export interface TwoInstancesOptions {
  /** Number of stores with the app, with ids from 1. */
  readonly stores: number
  readonly isDurable: boolean
  /** Milliseconds that the platform takes for an order. */
  readonly platformMs: number
}

/** Starts two processes of a new app on a separate PostgreSQL, behind one port. */
export async function startTwoInstances({ stores, isDurable, platformMs }: TwoInstancesOptions): Promise<TwoInstances> {
  const ends: (() => unknown)[] = []
  const close = async () => {
    for (const end of ends.toReversed()) await end()
  }
  try {
    const cwd = mkdtempSync(join(tmpdir(), 'svcapp-two-'))
    ends.push(() => rmSync(cwd, { recursive: true, force: true }))
    const dir = scaffoldWithPackages(cwd)
    const postgres = await startPostgres({ isDurable })
    ends.push(postgres.stop)
    const platform = await startOrderPlatform(platformMs)
    ends.push(platform.close)
    const start = async () => {
      const instance = await startInstance({ dir, databaseUrl: postgres.url, platformUrl: platform.url })
      ends.push(() => instance.end('SIGKILL'))
      return instance
    }
    const instances = [await start(), await start()] as const
    const front = await startFront(instances.map(({ port }) => port))
    ends.push(front.close)
    for (let storeId = 1; storeId <= stores; storeId += 1) {
      await fetch(`http://127.0.0.1:${instances[0].port}/auth/callback?code=${codeOf(storeId)}`)
    }
    const sender = createSender(front.port)
    ends.push(sender.close)
    const db = new Client({ connectionString: postgres.url })
    await db.connect()
    ends.push(() => db.end())
    return {
      instances,
      sender,
      count: async () => {
        const { rows } = await db.query<Record<'orders' | 'effects', string>>(
          'SELECT (SELECT count(*) FROM paid_orders) AS orders, (SELECT count(*) FROM svcapp.effects) AS effects',
        )
        return { orders: Number(rows[0]?.orders), effects: Number(rows[0]?.effects) }
      },
      firstEffect: async (storeId) => {
        const { rows } = await db.query<{ first: string | null }>(
          "SELECT min(done_at) AS first FROM svcapp.effects WHERE id LIKE $1 || '%'",
          [`evt-${storeId}-`],
        )
        const first = rows[0]?.first
        return typeof first === 'string' ? Date.parse(first) : null
      },
      analyze: async () => {
        await db.query('ANALYZE')
      },
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}
