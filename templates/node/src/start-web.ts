import { once } from 'node:events'

import { serve } from '@hono/node-server'

import { createApp } from './app.ts'
import type { State } from './state/state.ts'
import type { Part } from './stop.ts'
import type { Tools } from './tools.ts'

/** Listens for requests, before the database is there too: requests meanwhile are asked to come again. */
export async function startWeb(tools: Tools, { trouble }: State): Promise<Part> {
  const { config, log } = tools
  let isEnding = false
  const { fetch } = createApp(tools, async () => (isEnding ? 'The process is ending.' : trouble()))
  // The world comes in by the gateway of `app dev`, or by a proxy of yours: HOST opens another interface.
  const hostname = process.env['HOST'] ?? '127.0.0.1'
  const server = serve({ fetch, hostname, port: config.port }, ({ port }) =>
    log('listening', { url: `http://${hostname}:${port}`, app: config.appKey }),
  )
  server.on('error', (error) => {
    log('cannot listen', { port: config.port, reason: error.message })
    process.exit(1)
  })
  return {
    stop: async (withinMs) => {
      isEnding = true
      const closed = once(server, 'close')
      server.close()
      if ('closeIdleConnections' in server) server.closeIdleConnections()
      // A request that hangs must not keep the process.
      const alarm = setTimeout(() => 'closeAllConnections' in server && server.closeAllConnections(), withinMs)
      await closed
      clearTimeout(alarm)
    },
  }
}
