import { Pool } from 'pg'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'

import { assembleApp, coreOf } from '../../../src/kit/create-app.ts'
import { sql, type App } from '../../../src/kit/kit.ts'
import { database } from '../../../src/kit/node.ts'
import { postgres } from '../../../src/kit/postgres.ts'
import { runProgram } from '../../../src/kit/program/program.ts'
import { serveApp, type Role } from '../../../src/kit/server/serve-app.ts'
import { isMissing, needing } from '../../support/machine/needed-programs.ts'
import { startPostgres, type Cluster } from '../../support/postgres.ts'
import { freePort } from '../../support/processes/free-port.ts'
import { startKitApp, type KitApp, type KitAppOptions } from '../support.ts'

describe.skipIf(isMissing('postgres'))(needing('postgres', 'the kit on PostgreSQL'), () => {
  let cluster: Cluster
  beforeAll(async () => {
    cluster = await startPostgres({ isDurable: false })
  })
  afterAll(() => cluster.stop())

  const open = () => database({ DATABASE_URL: cluster.url, SVCAPP_BASE_URL: 'https://api.example' })

  /** An app whose database can be used, with an empty table `noted`. */
  async function startOnPostgres({ declare, now }: Pick<KitAppOptions, 'declare' | 'now'>): Promise<KitApp> {
    const own = open()
    await own.open()
    await expect.poll(() => own.trouble()).toBe(null)
    await own.batch([
      sql`CREATE TABLE IF NOT EXISTS noted (value TEXT NOT NULL)`,
      sql`DELETE FROM noted`,
      sql`DELETE FROM svcapp_installs`,
      sql`DELETE FROM svcapp_events`,
    ])
    return startKitApp({ options: { database: own }, ...(declare && { declare }), ...(now && { now }) })
  }

  async function noted({ app }: Pick<KitApp, 'app'>): Promise<readonly string[]> {
    const rows = await coreOf(app).database.rows(sql`SELECT value FROM noted ORDER BY value`)
    return rows.map(({ value }) => String(value))
  }

  const note = (value: string) => sql`INSERT INTO noted (value) VALUES (${value})`

  it('writes the effect of an event once, however often the event arrives (K2 HOOK-018)', async () => {
    const kit = await startOnPostgres({ declare: (app) => app.on('order.paid', ({ event }) => note(event.id)) })

    const responses = await Promise.all(Array.from({ length: 30 }, () => kit.deliver({ eventId: 'evt_pg' })))
    await expect.poll(() => noted(kit)).toEqual(['evt_pg'])

    const bodies = (await Promise.all(responses.map((response) => response.json()))) as { repeated: boolean }[]
    expect(bodies.filter(({ repeated }) => !repeated)).toHaveLength(1)
    expect(await kit.app.tick()).toEqual({ done: 0, left: false })
  })

  it('lists dead letters and redrives them with the kit program', async () => {
    let isRight = false
    const kit = await startOnPostgres({
      declare: (app) =>
        app.on('order.paid', async ({ api, event }) => {
          if (!isRight) await api.orders.get({ params: { id: 987_654 } })
          return note(event.id)
        }),
    })
    const lines: string[] = []
    const run = (...words: string[]) =>
      runProgram(words, {
        env: { DATABASE_URL: cluster.url, SVCAPP_BASE_URL: 'https://api.example' },
        print: (line) => void lines.push(line),
        printError: (line) => void lines.push(line),
        now: Date.now,
      })
    await kit.deliver({ eventId: 'evt_pg_dead' })
    await expect.poll(async () => (await kit.app.deadLetters()).length).toBe(1)

    await run('dead-letters')
    isRight = true
    await run('dead-letters', 'redrive')

    await expect.poll(() => noted(kit)).toEqual(['evt_pg_dead'])
    expect(lines).toEqual([
      expect.stringMatching(/order\.paid {2}store .* refused: .*evt_pg_dead$/),
      expect.stringContaining('redrive'),
      '1 job queued for a retry. A running app starts it within 30 s.',
    ])
  })

  it('redrives dead letters of one store that lacked an install, and keeps the others', async () => {
    const kit = await startOnPostgres({
      declare: (app) =>
        app.on('order.paid', async ({ api }) => void (await api.orders.get({ params: { id: 987_654 } }))),
    })
    const { database: own } = coreOf(kit.app)
    const storeId = kit.platform.store.id
    await kit.deliver({ eventId: 'evt_pg_refused' })
    await kit.deliver({ eventId: 'evt_pg_no_install', regionId: 999_999 })
    await expect.poll(async () => (await kit.app.deadLetters()).length).toBe(2)

    const redriven = [await own.queue.redrive(storeId + 1), await own.queue.redrive(storeId, 'installable')]
    // The install still does not have that region, so the job is dead again.
    await expect.poll(async () => (await kit.app.deadLetters()).length).toBe(2)

    expect(redriven).toEqual([0, 1])
    expect(kit.log.filter(({ event, id }) => event === 'dead letter' && id === 'evt_pg_refused')).toHaveLength(1)
    await own.batch([sql`DELETE FROM pgboss.job WHERE name LIKE '%-dead'`])
  })

  it('selects the rows of one region, or all rows with null, as in docs/kit/events.md', async () => {
    const { app } = await startOnPostgres({})
    const rowsOf = (regionId: number | null) =>
      coreOf(app).database.rows(sql`SELECT region_id FROM (VALUES (1::bigint), (2), (NULL)) AS own (region_id)
        WHERE region_id IS NOT DISTINCT FROM coalesce(${regionId}, region_id)`)

    expect(await rowsOf(2)).toHaveLength(1)
    expect(await rowsOf(null)).toHaveLength(3)
  })

  it('runs a schedule once for two processes', async () => {
    let time = Date.now()
    const declare = (app: App) => app.every({ hours: 1 }, 'sync', () => note(new Date(time).toISOString()))
    const now = () => new Date(time)
    const kit = await startOnPostgres({ declare, now })
    const other = assembleApp(
      { env: kit.platform.env, database: open(), log: () => {} },
      { fetch: (url, init) => fetch(url, init), now, random: Math.random, write: () => {} },
    )
    onTestFinished(() => other.close())
    declare(other)
    await Promise.all([kit.app.tick(), other.tick()])
    const first = await noted(kit)

    time += 60 * 60_000
    await Promise.all([kit.app.tick(), other.tick()])
    await expect.poll(async () => (await noted(kit)).length).toBe(1)

    await Promise.all([kit.app.tick(), other.tick()])
    expect(first).toEqual([])
    expect(await noted(kit)).toHaveLength(1)
  })

  it("uses the app's own pool for requests, and leaves it open", async () => {
    const pool = new Pool({ connectionString: cluster.url, application_name: 'own pool' })
    onTestFinished(() => pool.end())
    const own = postgres({ url: cluster.url, pool })
    await own.open()
    await expect.poll(() => own.trouble()).toBe(null)

    const [row] = await own.rows(sql`SELECT current_setting('application_name') AS name, ${1}::int8 AS id`)
    await own.close()

    expect(row).toEqual({ name: 'own pool', id: 1 })
    expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
  })

  it('leaves the jobs of a web process to a worker, which serves only the health endpoint', async () => {
    const declare = (app: App) => app.on('order.paid', ({ event }) => note(event.id))
    const { platform, app, deliver } = await startOnPostgres({ declare })
    await app.close()
    const serve = async (role: Role) => {
      const one = assembleApp(
        { env: platform.env, database: open(), log: () => {} },
        { fetch: (url, init) => fetch(url, init), now: () => new Date(), random: Math.random, write: () => {} },
      )
      declare(one)
      const port = await freePort()
      let end = () => {}
      const ended = new Promise<number>((resolve) => {
        void serveApp(
          one,
          { port },
          {
            env: { SVCAPP_ROLE: role },
            exit: resolve,
            onSignal: (handle) => (end = handle),
            printError: () => {},
          },
        )
      })
      const url = `http://127.0.0.1:${port}`
      const status = async (path: string) => (await fetch(`${url}${path}`).catch(() => null))?.status
      await expect.poll(() => status('/readyz')).toBe(200)
      return { one, url, status, stop: async () => (end(), ended) }
    }
    const web = await serve('web')
    // As the platform delivers it, to the other process.
    const accepted = await deliver({ eventId: 'evt_role', to: web.url })
    const worker = await serve('worker')

    await expect.poll(() => noted({ app: web.one })).toEqual(['evt_role'])
    expect(accepted.status).toBe(200)
    expect([await web.status('/panel'), await worker.status('/webhooks'), await worker.status('/')]).toEqual([
      404, 404, 404,
    ])
    expect([await web.stop(), await worker.stop()]).toEqual([0, 0])
  })
})
