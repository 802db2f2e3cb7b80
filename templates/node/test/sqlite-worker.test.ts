import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'

import { createWorker } from '../src/queue/sqlite-worker.ts'
import type { Database } from '../src/state/database.ts'
import { openSqlite } from '../src/state/sqlite.ts'

test('a job that becomes due while the worker looks for the next one is done then', async (t) => {
  const db = await openSqlite(':memory:')
  t.after(db.close)
  const busy: Database = {
    ...db,
    sql: async (text, ...values) => {
      const result = await db.sql(text, ...values)
      // The answer to a look comes late.
      if (text.startsWith('UPDATE jobs SET leased_until') && result.rows.length === 0) await sleep(60)
      return result
    },
  }
  const job = { topic: 'order.paid', eventId: 'evt_1', storeId: 1, regionId: 7, orderId: 55 }
  await db.sql('INSERT INTO jobs (store_id, job, due_at) VALUES ($1, $2, $3)', 1, JSON.stringify(job), Date.now() + 30)
  const done = Promise.withResolvers<string>()
  const worker = createWorker({ db: busy, log: () => {} }, async ({ eventId }) => {
    done.resolve(eventId)
    return 'done'
  })
  worker.wake()
  const late = new AbortController()
  const taken = await Promise.race([done.promise, sleep(5000, 'nothing', late)])
  late.abort()
  await worker.stop(1000)

  assert.equal(taken, 'evt_1')
})
