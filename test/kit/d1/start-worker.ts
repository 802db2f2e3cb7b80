import { createServer } from 'node:http'

import { onTestFinished } from 'vitest'

import type { D1Binding, Worker } from '../../../src/kit/d1.ts'
import { createListener } from '../../../src/kit/server/node-listener.ts'
import { startPlatform } from '../../../src/testing/testing.ts'
import { signedDelivery, type Delivery } from '../support.ts'
import { d1OnSqlite } from './d1-on-sqlite.ts'

/** A worker on a platform, a binding of D1, and a server in place of workerd. */
export async function startWorker(worker: Worker<{ readonly DB: D1Binding }>, tables: string) {
  const platform = await startPlatform({ dir: '/', app: { manifest } })
  onTestFinished(() => platform.close())
  const { binding, db } = d1OnSqlite(tables)
  const env = { ...platform.env, DB: binding }
  const listener = createListener(
    (request) => worker.fetch(request, env),
    () => {},
  )
  const server = createServer((request, response) => void listener(request, response))
  await new Promise<void>((resolve) => server.listen(platform.app.port, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  await platform.installApp()
  const deliver = (delivery: Partial<Delivery>) =>
    fetch(new URL('/webhooks', platform.app.url), { method: 'POST', ...signedDelivery(platform, delivery) })
  const values = (query: string) =>
    db
      .prepare(query)
      .all()
      .map((row) => Object.values(row).join(' '))
  return { platform, deliver, values, tick: () => worker.scheduled({}, env) }
}

const manifest = {
  renderMode: 'iframe',
  appUrl: null,
  slots: [{ type: 'fullpage', path: 'panel', label: 'Sample' }],
} as const
