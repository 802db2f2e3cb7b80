import { expect, it } from 'vitest'

import { sql, type App } from '../../../src/kit/kit.ts'
import { startKitApp, type KitApp } from '../support.ts'

/** Notes each paid order in a table of the app, with what the platform says of it. */
function noteOrders(app: App): void {
  app.on('order.paid', async ({ event, api }) => {
    if (event.orderId === null) return undefined
    const { orderNumber } = await api.orders.get({ params: { id: event.orderId } })
    return sql`INSERT INTO svcapp_once (kind, value, expires_at) VALUES ('noted', ${`${event.id} ${orderNumber}`}, ${9e15})`
  })
}

async function noted({ app }: KitApp): Promise<readonly string[]> {
  const { coreOf } = await import('../../../src/kit/create-app.ts')
  const rows = await coreOf(app).database.rows(sql`SELECT value FROM svcapp_once WHERE kind = ${'noted'}`)
  return rows.map(({ value }) => String(value))
}

it('writes the result of a handler once, with the token of the install', async () => {
  const kit = await startKitApp({ declare: noteOrders })

  const order = await kit.platform.control.placeOrder({ paid: true })
  await kit.platform.events.waitFor('order.paid', { of: order })
  await kit.settled()

  expect(await noted(kit)).toEqual([expect.stringContaining(order.orderNumber)])
})

it.each(['503', '500', '402'] as const)('retries a job while the platform responds with %s', async (kind) => {
  const kit = await startKitApp({ declare: noteOrders })
  await kit.platform.fault({ kind, path: '/orders/*', times: 2 })

  const order = await kit.platform.control.placeOrder({ paid: true })
  await kit.platform.events.waitFor('order.paid', { of: order })
  await expect.poll(() => noted(kit), { timeout: 60_000 }).toHaveLength(1)

  expect(kit.log.filter(({ event }) => event === 'job failed, will retry')).toHaveLength(2)
})

it('makes no call while the platform has delayed the token, and counts no attempt (K5 LIM-001)', async () => {
  const kit = await startKitApp({ declare: noteOrders })
  await kit.platform.fault({ kind: '429', path: '/orders/*', times: 1 })

  const order = await kit.platform.control.placeOrder({ paid: true })
  await kit.platform.events.waitFor('order.paid', { of: order })
  await expect.poll(() => noted(kit), { timeout: 90_000 }).toHaveLength(1)

  expect(kit.log.map(({ event }) => event)).toContain('job waits for the request budget')
  expect(kit.log.map(({ event }) => event)).not.toContain('job failed, will retry')
})

it('turns a job that the platform rejects into a dead letter with the reason', async () => {
  const kit = await startKitApp({ declare: noteOrders })

  await kit.deliver({ data: { orderId: 987_654 } })
  await kit.settled()

  expect(await kit.app.deadLetters()).toEqual([
    expect.objectContaining({ name: 'order.paid', reason: expect.stringMatching(/^refused: .*404/) }),
  ])
  expect(await kit.app.redrive()).toBe(1)
  await kit.settled()
  expect(await kit.app.deadLetters()).toHaveLength(1)
})

it('marks an install whose token is rejected once, and runs its events after the reinstall (K6 TOK-010)', async () => {
  const broken: number[] = []
  const kit = await startKitApp({
    declare: (app) => {
      noteOrders(app)
      app.broken(async ({ install }) => void broken.push(install.storeId))
    },
  })
  // A token of a reinstall past the app: the one that the app has is revoked.
  const { platform } = kit
  await platform.issueToken()
  const orders = [await platform.control.placeOrder({ paid: true }), await platform.control.placeOrder({ paid: true })]
  for (const order of orders) await platform.events.waitFor('order.paid', { of: order })
  await expect.poll(async () => (await kit.app.deadLetters()).length).toBe(2)
  const [install] = await kit.app.installs.list()

  await platform.installApp()
  await expect.poll(() => noted(kit)).toHaveLength(2)

  expect(install?.state).toBe('broken')
  expect(kit.log.filter(({ event }) => event === 'INSTALL BROKEN')).toHaveLength(1)
  expect(broken).toEqual([platform.store.id])
  expect((await kit.app.installs.list()).map(({ state }) => state)).toEqual(['works'])
})

it('runs a dead letter once if it is redriven while the app is reinstalled', async () => {
  const handled: string[] = []
  const kit = await startKitApp({
    isInstalled: false,
    declare: (app) =>
      app.on('order.paid', async ({ event }) => {
        handled.push(event.id)
        // Still running while further redrives arrive.
        await new Promise((resolve) => setTimeout(resolve, 20))
        return sql`INSERT INTO svcapp_once (kind, value, expires_at) VALUES ('noted', ${event.id}, 1)`
      }),
  })
  const ids = Array.from({ length: 30 }, (_, at) => `evt_redriven_${String(at).padStart(2, '0')}`)
  for (const eventId of ids) await kit.deliver({ eventId })
  await expect.poll(async () => (await kit.app.deadLetters()).length).toBe(30)

  const installing = kit.platform.installApp()
  while ((await noted(kit)).length < ids.length) {
    await kit.app.redrive()
    await new Promise(setImmediate)
  }
  await installing
  await kit.settled()

  expect(handled.toSorted()).toEqual(ids)
  expect((await noted(kit)).toSorted()).toEqual(ids)
  expect(await kit.app.deadLetters()).toEqual([])
})

it('keeps the dead letter of an event of a working install, whatever chores run after an install', async () => {
  const kit = await startKitApp({ isWorking: false, declare: noteOrders })
  await kit.deliver({ eventId: 'evt_given_up', data: { orderId: 987_654 } })
  const first = await kit.app.tick()

  // The install is new, so a chore looks for dead letters that lacked it.
  const chores = [await kit.app.tick(), await kit.app.tick()]

  expect([first, ...chores].map(({ done }) => done)).toEqual([1, 0, 0])
  expect(await kit.app.deadLetters()).toMatchObject([{ id: 'evt_given_up' }])
})

it('runs an event that lacked an install with a chore, if the install itself could not redrive it', async () => {
  const kit = await startKitApp({
    isWorking: false,
    declare: (app) =>
      app.on('order.paid', ({ event }) => {
        return sql`INSERT INTO svcapp_once (kind, value, expires_at) VALUES ('noted', ${event.id}, 1)`
      }),
  })
  const { coreOf } = await import('../../../src/kit/create-app.ts')
  const { database } = coreOf(kit.app)
  await kit.deliver({ eventId: 'evt_late' })
  // What a job leaves that has still seen the state before the install.
  await database.batch([sql`UPDATE svcapp_jobs SET dead_at = 1, reason = 'no-install: the app is not installed.'`])

  await kit.app.tick()

  expect(await noted(kit)).toEqual(['evt_late'])
})

it('creates a dead letter for an event without an install', async () => {
  const kit = await startKitApp({ isInstalled: false, declare: noteOrders })

  await kit.deliver({ data: { orderId: 1 } })
  await kit.settled()

  expect(await kit.app.deadLetters()).toEqual([
    expect.objectContaining({ reason: expect.stringMatching(/^no-install/) }),
  ])
})

it('ends an install after its token is rejected, runs the hook, and never uses that token again (K7 HOOK-021)', async () => {
  const gone: string[] = []
  const kit = await startKitApp({
    declare: (app) =>
      app.uninstalled(async ({ install }) => {
        gone.push(install.storeName)
        return sql`INSERT INTO svcapp_once (kind, value, expires_at) VALUES ('noted', 'gone', 1)`
      }),
  })

  await kit.platform.control.uninstall()
  await kit.platform.events.waitFor('app.uninstalled')
  await expect.poll(async () => (await kit.app.installs.list()).map(({ state }) => state)).toEqual(['removed'])

  expect(gone).toHaveLength(1)
  expect(await noted(kit)).toEqual(['gone'])
})

it('keeps an install whose token still works if a late uninstall arrives (K7)', async () => {
  const kit = await startKitApp({ declare: (app) => app.uninstalled(async () => sql`DELETE FROM svcapp_installs`) })

  await kit.deliver({ topic: 'app.uninstalled' })
  await kit.settled()

  expect((await kit.app.installs.list()).map(({ state }) => state)).toEqual(['works'])
})

it('runs a job that a handler requests, once for each pending key, and again if the job requests it', async () => {
  const seen: number[] = []
  const kit = await startKitApp({
    declare: (app) => {
      const count = app.job<number>('count', async ({ data, again }) => {
        seen.push(data)
        return data < 3 ? again(data + 1) : undefined
      })
      app.on('order.paid', async ({ event }) => {
        const at = { storeId: event.storeId, regionId: event.regionId, key: 'one', after: new Date(Date.now() + 300) }
        return [count(1, at), count(1, at)]
      })
    },
  })

  await kit.deliver()
  await kit.settled()

  expect(seen).toEqual([1, 2, 3])
})

it('writes all statements of an effect or none, and reads in its transaction (K2)', async () => {
  const kit = await startKitApp({
    declare: (app) =>
      app.on('order.paid', async ({ attempt }) => async (tx) => {
        await tx.write(sql`INSERT INTO svcapp_once (kind, value, expires_at) VALUES ('noted', ${`try ${attempt}`}, 1)`)
        const rows = await tx.rows(sql`SELECT value FROM svcapp_once WHERE kind = 'noted'`)
        if (attempt < 2) throw new Error(`after ${rows.length}`)
      }),
  })

  await kit.deliver()
  await expect.poll(() => noted(kit), { timeout: 30_000 }).toEqual(['try 2'])

  expect(kit.log).toContainEqual(expect.objectContaining({ event: 'job failed, will retry', reason: 'after 1' }))
})

it('runs work outside the database at most once, even after a failure', async () => {
  let sent = 0
  const kit = await startKitApp({
    declare: (app) =>
      app.on('order.paid', async ({ atMostOnce, attempt }) => {
        await atMostOnce('e-mail', async () => (sent += 1))
        if (attempt < 2) throw new Error('after the e-mail')
      }),
  })

  await kit.deliver()
  await kit.settled()

  expect(sent).toBe(1)
})

it('masks secrets and email addresses of errors in the log (K10)', async () => {
  const kit = await startKitApp({
    declare: (app) =>
      app.on('order.paid', async ({ attempt }) => {
        if (attempt < 2)
          throw new Error(`no mail to anna@example.org with svcapp_1_1_${'a'.repeat(64)} at https://x.example/a?code=1`)
      }),
  })

  await kit.deliver()
  await kit.settled()

  const text = JSON.stringify(kit.log)
  expect(text).toContain('no mail to')
  expect(text).not.toMatch(/anna|aaaa|code=1/)
})
