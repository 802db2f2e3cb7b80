import type { DatabaseSync } from 'node:sqlite'

import { Hono } from 'hono'

import { authRoutes } from './auth.ts'
import { ORDER_SLOT, orderSlotScript, READY, readyScript } from './bridge.ts'
import type { Config } from './config.ts'
import { headerPanelRoutes } from './header-panel.ts'
import { homeRoutes } from './home.ts'
import { makeKeys } from './keys.ts'
import { orderSlotRoutes } from './order-slot.ts'
import { stylesheet } from './pages.ts'
import { panelRoutes } from './panel.ts'
import { createPlatform } from './platform.ts'
import { webhookRoutes } from './webhooks.ts'

export interface AppParts {
  readonly config: Config
  readonly db: DatabaseSync
  readonly now?: () => Date
  /** One line, never with a secret in it. */
  readonly log?: (line: string) => void
}

/** The whole app: hand its `fetch` to a server, or call it in tests. */
export function createApp({ config, db, now = () => new Date(), log = console.log }: AppParts): Hono {
  const tools = { config, db, now, log, keys: makeKeys(config), platform: createPlatform(config) }
  const admin = new URL(config.adminUrl).origin
  const app = new Hono()
  app.use(async (c, next) => {
    await next()
    const isFramed = /^\/(panel|slots)(\/|$)/.test(c.req.path)
    const scripts = isFramed ? "script-src 'self'; connect-src 'self'; " : ''
    c.header(
      'Content-Security-Policy',
      `default-src 'none'; style-src 'self'; ${scripts}base-uri 'none'; form-action 'self'; frame-ancestors ${isFramed ? admin : "'none'"}`,
    )
    c.header('Referrer-Policy', 'no-referrer')
    c.header('X-Content-Type-Options', 'nosniff')
    c.header('Cache-Control', 'no-store')
  })
  app.get('/healthz', (c) => c.json({ ok: true }))
  app.get('/style.css', (c) => c.body(stylesheet, 200, { 'Content-Type': 'text/css' }))
  app.get(ORDER_SLOT, (c) => c.body(orderSlotScript(config.adminUrl), 200, { 'Content-Type': 'text/javascript' }))
  app.get(READY, (c) => c.body(readyScript(config.adminUrl), 200, { 'Content-Type': 'text/javascript' }))
  app.route('/', homeRoutes(tools))
  app.route('/', authRoutes(tools))
  app.route('/', webhookRoutes(tools))
  app.route('/', headerPanelRoutes(tools))
  app.route('/', panelRoutes(tools))
  app.route('/', orderSlotRoutes(tools))
  app.onError((error, c) => {
    log(`${c.req.method} ${c.req.path} failed: ${error.message}`)
    return c.text('Something went wrong in the app; its log says what.', 500)
  })
  return app
}
