import { htmlAnswer, jsonAnswer, scriptAnswer, textAnswer } from './answers.ts'
import { ORDER_SLOT, orderSlotScript, READY, readyScript } from './bridge.ts'
import { html } from './html.ts'
import { finishInstall, installed, startInstall } from './install-flow.ts'
import { orderSlot, slotOrder } from './order-slot.ts'
import { showOverview } from './overview.ts'
import { page } from './pages.ts'
import { openPanel } from './panel.ts'
import { isMigrated } from './schema.ts'
import { saveSettings, showSettings } from './settings.ts'
import type { Tools } from './tools.ts'
import { receiveWebhook } from './webhooks.ts'

/** What stood in the place of each `:name` of the path. */
export type Params = Readonly<Record<string, string | undefined>>

export interface Route {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly answer: (tools: Tools, request: Request, params: Params) => Response | Promise<Response>
}

const get = (path: string, answer: Route['answer']): Route => ({ method: 'GET', path, answer })
const post = (path: string, answer: Route['answer']): Route => ({ method: 'POST', path, answer })

/** All that the app answers. */
export const routes: readonly Route[] = [
  get('/', ({ config }) => htmlAnswer(page(config.appKey, html`<p>This app is running.</p>`))),
  get('/healthz', () => jsonAnswer({ ok: true })),
  get('/readyz', isReady),
  get('/tokens.css', styleSheet),
  get('/style.css', styleSheet),
  get(READY, ({ config }) => scriptAnswer(readyScript(config.adminUrl))),
  get(ORDER_SLOT, ({ config }) => scriptAnswer(orderSlotScript(config.adminUrl))),
  get('/auth/start', startInstall),
  get('/auth/callback', finishInstall),
  get('/auth/done', installed),
  post('/webhooks', receiveWebhook),
  get('/panel', openPanel),
  get('/panel/:store/:region', showOverview),
  get('/panel/:store/:region/settings', showSettings),
  post('/panel/:store/:region/settings', saveSettings),
  get('/slots/order', orderSlot),
  get('/slots/order/:store/:region/:id', slotOrder),
]

/** GET /readyz: whether the database is there and has the tables of this version. GET /healthz only says that the process answers. */
async function isReady({ db, log }: Tools): Promise<Response> {
  try {
    if (await isMigrated(db)) return jsonAnswer({ ok: true })
    log('not-ready', { reason: 'the tables are those of an earlier version' })
  } catch {
    log('not-ready', { reason: 'the database does not answer or has other tables' })
  }
  return jsonAnswer({ ok: false }, 503)
}

function styleSheet({ styles }: Tools, request: Request): Response {
  const text = styles.get(new URL(request.url).pathname)
  if (text === undefined) return textAnswer('Not found.', 404)
  return new Response(text, { headers: { 'Content-Type': 'text/css; charset=utf-8' } })
}
