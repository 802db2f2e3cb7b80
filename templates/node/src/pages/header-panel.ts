import { Hono, type Context } from 'hono'
import { cors } from 'hono/cors'
import { html } from 'hono/html'

import { livingInstalls } from '../install/installs.ts'
import { EMBED_TOKEN_HEADER, requestToken, verifyEmbedToken, type EmbedTokenError } from '../protocol/embed-token.ts'
import { findPanelInstall } from '../protocol/panel-install.ts'
import type { Tools } from '../tools.ts'
import { page } from './pages.ts'
import { chosenRegion, paidOrders } from './paid-orders.ts'
import { refusalOf } from './refusals.ts'

const SCRIPT = '/header-panel.js'
const ORDERS = '/api/panel/orders'

/**
 * The panel without a cookie: its page holds nothing, keeps the embed token in memory and sends it with every request. It lasts as long as the token. To use it,
 * name `panel/by-header` as the path of the fullpage slot in app.toml.
 */
export function headerPanelRoutes(tools: Tools): Hono {
  const { panelOrigin } = tools.config
  const others = cors({
    origin: panelOrigin === null ? [] : [panelOrigin],
    allowHeaders: [EMBED_TOKEN_HEADER],
    allowMethods: ['GET'],
  })
  return new Hono()
    .get('/panel/by-header', (c) => c.html(emptyPage()))
    .get(SCRIPT, (c) => c.body(panelScript(tools.config.adminUrl), 200, { 'Content-Type': 'text/javascript' }))
    .use(ORDERS, others)
    .get(ORDERS, (c) => showOrders(tools, c))
}

async function showOrders(tools: Tools, c: Context): Promise<Response> {
  const { config, keys } = tools
  const token = requestToken({ header: c.req.header(EMBED_TOKEN_HEADER), query: c.req.query('embed_token') })
  const verdict = verifyEmbedToken({ token, key: keys.platform, appKey: config.appKey, now: tools.now() })
  if (!verdict.ok) return refuse(c, verdict.reason)
  const found = findPanelInstall(verdict, await livingInstalls(tools, verdict.storeId))
  if (!found.ok) return refuse(c, found.reason)
  const { install } = found
  const orders = await paidOrders(tools, install, chosenRegion(install, c.req.query('region')))
  if (typeof orders === 'string') return c.json({ title: install.storeName, lines: [orders] })
  const lines = orders.map(
    ({ orderNumber, status, grandTotal, currency }) => `${orderNumber}: ${grandTotal} ${currency}, ${status}`,
  )
  return c.json({ title: install.storeName, lines: lines.length === 0 ? ['No paid order yet.'] : lines })
}

function refuse(c: Context, reason: EmbedTokenError): Response {
  const { status, title, text } = refusalOf(reason)
  return c.json({ title, lines: [text] }, status)
}

function emptyPage() {
  const content = html`<p><button type="button" id="again">Fetch again</button></p>
    <ul id="lines"></ul>`
  return page('Orders', content, SCRIPT)
}

/** The token leaves the address before anything is sent, and lives in one variable of the page. */
function panelScript(adminUrl: string): string {
  return `const token = new URLSearchParams(location.search).get('embed_token') ?? ''
history.replaceState(null, '', location.pathname)
const show = async () => {
  const answer = await fetch('${ORDERS}', { headers: { '${EMBED_TOKEN_HEADER}': token } })
  const { title, lines } = await answer.json()
  document.querySelector('h1').textContent = title
  document.getElementById('lines').replaceChildren(...lines.map((line) => Object.assign(document.createElement('li'), { textContent: line })))
}
document.getElementById('again').addEventListener('click', show)
void show()
if (parent !== window) parent.postMessage({ type: 'service:ready' }, ${JSON.stringify(new URL(adminUrl).origin)})
`
}
