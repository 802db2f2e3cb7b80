import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'

import { createApp } from './app.ts'
import { background } from './background.ts'
import { ConfigError, readConfig } from './config.ts'
import { openDatabase } from './database.ts'
import { makeKeys } from './keys.ts'
import { listener } from './listener.ts'
import { jsonLog } from './log.ts'
import { createPlatform } from './platform.ts'
import type { Tools } from './tools.ts'

/** How long requests that are under way may take after SIGTERM, in ms: less than the 30 s after which containers are killed. */
const DRAIN_MS = 25_000

const log = jsonLog(console.log)

try {
  await start()
} catch (error) {
  if (!(error instanceof ConfigError)) throw error
  console.error(error.message)
  process.exitCode = 1
}

async function start(): Promise<void> {
  const config = readConfig(process.env)
  const port = Number(process.env['PORT'] ?? '3000')
  if (!Number.isInteger(port) || port < 0 || port > 65535) throw new ConfigError('PORT is not a port number.')
  const db = openDatabase(join(process.env['DATA_DIR'] ?? 'data', 'app.db'))
  const keys = await makeKeys(config)
  const now = () => new Date()
  const tools: Tools = { config, db, keys, platform: createPlatform(config), now, log, styles: readStyles() }
  const stopBackground = background(tools)
  const server = createServer(listener(createApp(tools)))
  server.on('error', (error) => {
    console.error(`Cannot listen on port ${port}: ${error.message}`)
    process.exit(1)
  })
  // The world comes in by the gateway of `app dev`, or by a proxy of yours: HOST opens another interface.
  const hostname = process.env['HOST'] ?? '127.0.0.1'
  server.listen(port, hostname, () => {
    const address = server.address()
    log('listening', { host: hostname, port: typeof address === 'object' && address !== null ? address.port : port })
  })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, async () => {
      log('stopping', { signal })
      await Promise.all([drained(server), stopBackground()])
      db.close()
      process.exit(0)
    })
  }
}

/** Takes no new connection, and waits for the requests that are under way. */
async function drained(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeIdleConnections()
  const late = new Promise<void>((resolve) => setTimeout(resolve, DRAIN_MS).unref())
  await Promise.race([closed, late])
}

/** Style sheets are files, so that no page needs inline styles (the CSP allows none). */
function readStyles(): ReadonlyMap<string, string> {
  const names = ['tokens.css', 'style.css']
  return new Map(names.map((name) => [`/${name}`, readFileSync(join(import.meta.dirname, '../public', name), 'utf8')]))
}
