import { Hono } from 'hono'

import { healthRoutes } from './health.ts'
import { authRoutes } from './install/auth.ts'
import { placeOf, reasonOf } from './log.ts'
import { ORDER_SLOT, orderSlotScript, READY, readyScript } from './pages/bridge.ts'
import { headerPanelRoutes } from './pages/header-panel.ts'
import { homeRoutes } from './pages/home.ts'
import { orderSlotRoutes } from './pages/order-slot.ts'
import { stylesheet } from './pages/pages.ts'
import { panelRoutes } from './pages/panel.ts'
import { DatabaseAway } from './state/database.ts'
import type { Tools } from './tools.ts'
import { webhookRoutes } from './webhooks/webhooks.ts'

/** Everything that answers requests: hand its `fetch` to a server, or call it in tests. `trouble` says why nothing can be kept now, or null. */
export function createApp(tools: Tools, trouble: () => Promise<string | null>): Hono {
  const { config, log } = tools
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
  app.get('/style.css', (c) => c.body(stylesheet, 200, { 'Content-Type': 'text/css' }))
  app.get(ORDER_SLOT, (c) => c.body(orderSlotScript(config.adminUrl), 200, { 'Content-Type': 'text/javascript' }))
  app.get(READY, (c) => c.body(readyScript(config.adminUrl), 200, { 'Content-Type': 'text/javascript' }))
  app.route('/', healthRoutes(trouble))
  app.route('/', homeRoutes(tools))
  app.route('/', authRoutes(tools))
  app.route('/', webhookRoutes(tools))
  app.route('/', headerPanelRoutes(tools))
  app.route('/', panelRoutes(tools))
  app.route('/', orderSlotRoutes(tools))
  app.onError((error, c) => {
    log('request failed', { method: c.req.method, path: c.req.path, reason: reasonOf(error), ...placeOf(error) })
    if (!(error instanceof DatabaseAway)) return c.text('Something went wrong in the app; its log says what.', 500)
    return c.text('The app cannot reach its database. Try again in a moment.', 503, { 'Retry-After': '5' })
  })
  return app
}
