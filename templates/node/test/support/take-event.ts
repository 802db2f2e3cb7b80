import { argv } from 'node:process'

import { saveInstall } from '../../src/install/installs.ts'
import { makeKeys } from '../../src/keys.ts'
import { createBudget } from '../../src/platform/budget.ts'
import { createPauses } from '../../src/platform/pauses.ts'
import { createPlatform } from '../../src/platform/platform.ts'
import { createSqliteQueue } from '../../src/queue/sqlite-queue.ts'
import type { Database } from '../../src/state/database.ts'
import { openSqlite } from '../../src/state/sqlite.ts'
import { takeEvent } from '../../src/webhooks/take-event.ts'
import { workOn } from '../../src/webhooks/work-on.ts'
import { countTries } from './count-tries.ts'

/** A separate process that takes one paid order into the database named by its first argument, and counts it. With `dies` it is killed before its effect is committed. */
const [file = '', mood] = argv.slice(2)
const db = await openSqlite(file)
const deadly: Database = {
  ...db,
  transaction: (work, options) =>
    db.transaction(async (sql) => {
      const result = await work(sql)
      if (mood === 'dies') process.kill(process.pid, 'SIGKILL')
      return result
    }, options),
}
const keys = makeKeys({ signingSecret: '5e'.repeat(32), tokenKey: '7a'.repeat(32), formerTokenKey: null })
const now = () => new Date('2026-11-21T12:00:00Z')
const log = () => {}
const install = {
  access_token: 'opaque',
  scopes: ['orders.read'],
  app_key: 'app.acme.test',
  store_id: 1001,
  region_id: 7,
  install_scope: 'region',
  regions: null,
  store_name: 'Demo',
  store_domain: 'demo.example',
}
await saveInstall({ db, keys }, install, now())
const order = { id: 55, orderNumber: 'N55', status: 'paid', grandTotal: '10', currency: 'TRY' }
const platform = {
  ...createPlatform(
    { baseUrl: 'http://127.0.0.1:1', clientId: '', clientSecret: '' },
    { pauses: createPauses({ db, now }, createBudget()), againAfterMs: [] },
  ),
  order: async () => order,
}
const { queue, tried, isIdle } = countTries(createSqliteQueue({ db, log }))
const event = { eventId: 'evt-1', topic: 'order.paid', storeId: 1001, regionId: 7, orderId: 55 } as const
console.log(await takeEvent({ db, keys, queue, now }, event, event.topic))
const working = await queue.work((job) => workOn({ db: deadly, keys, platform, queue, now, log }, job))
await (mood === 'left' ? tried(1) : isIdle())
await working.stop(5000)
await db.close()
