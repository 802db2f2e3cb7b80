import { serve } from '@hono/node-server'

import { createApp } from './app.ts'
import { ConfigError, readConfig } from './config.ts'
import { openDatabase } from './database.ts'

try {
  start()
} catch (error) {
  if (!(error instanceof ConfigError)) throw error
  console.error(error.message)
  process.exitCode = 1
}

function start(): void {
  const config = readConfig(process.env)
  const db = openDatabase('data/app.db')
  const { fetch } = createApp({ config, db })
  // The world comes in by the gateway of `app dev`, or by a proxy of yours: HOST opens another interface.
  const hostname = process.env['HOST'] ?? '127.0.0.1'
  const server = serve({ fetch, hostname, port: config.port }, ({ port }) =>
    console.log(`${config.appKey} listens on http://${hostname}:${port}`),
  )
  server.on('error', (error) => {
    console.error(`Cannot listen on port ${config.port}: ${error.message}`)
    process.exit(1)
  })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      server.close(() => {
        db.close()
        process.exit(0)
      })
      if ('closeIdleConnections' in server) server.closeIdleConnections()
      // A request that hangs must not keep the app alive.
      setTimeout(() => process.exit(0), 3000).unref()
    })
  }
}
