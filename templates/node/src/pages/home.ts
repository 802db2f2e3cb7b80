import { Hono } from 'hono'
import { html } from 'hono/html'

import { listInstalls, type Install } from '../install/installs.ts'
import type { Row } from '../state/database.ts'
import { listTotals, type Total } from '../state/totals.ts'
import type { Tools } from '../tools.ts'
import { instant, page, type Html } from './pages.ts'
import { totalsTiles } from './panel-pages.ts'

/** GET /: what the developer wants to see while building; nothing of it for anybody else. */
export function homeRoutes(tools: Tools): Hono {
  return new Hono().get('/', async (c) => {
    const isOwn = tools.config.isDeveloping && isLocal(c.req.raw, c.env as Bindings | undefined)
    return c.html(page(tools.config.appKey, isOwn ? await status(tools) : html`<p>This app is running.</p>`))
  })
}

/** What @hono/node-server hands over with a request. */
interface Bindings {
  readonly incoming?: { readonly socket: { readonly remoteAddress?: string | undefined } }
}

/**
 * Not for the world: the gateway of `app dev` marks what comes in from outside, other proxies add such headers, and the host name is checked so that no
 * page of the world can have its name lead here.
 */
function isLocal({ headers, url }: Request, bindings: Bindings | undefined): boolean {
  if (!/^(127\.|::1$|::ffff:127\.)/.test(bindings?.incoming?.socket.remoteAddress ?? '')) return false
  const fromOutside = [...headers.keys()].some((name) => /^(x-svcapp-public$|forwarded$|x-forwarded-|cf-)/.test(name))
  return !fromOutside && /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?\//.test(url)
}

async function status(tools: Tools): Promise<Html> {
  const installs = await listInstalls(tools)
  const { rows: events } = await tools.db.sql('SELECT * FROM events ORDER BY received_at DESC, event_id LIMIT 20')
  const totals = storesOf(await listTotals(tools.db.sql))
  return html`<p><a class="button" href="/auth/start">Install into a store</a></p>
    <h2>Installs</h2>
    ${installs.length === 0 ? html`<p class="card empty">None yet.</p>` : installs.map(installCard)}
    <h2>Paid, by currency</h2>
    ${totals.length === 0 ? html`<p class="card empty">Nothing yet. A paid order shows up here.</p>` : ''}
    ${totals.map(
      ([place, some]) =>
        html`<h3>${place}</h3>
          ${totalsTiles(some)}`,
    )}
    <h2>Last events</h2>
    ${events.length === 0 ? html`<p class="card empty">None yet.</p>` : eventsTable(events)}`
}

function installCard({ storeName, storeId, regionId, removedAt, brokenAt, token }: Install): Html {
  const isBroken = removedAt === null && (brokenAt !== null || token === null)
  return html`<div class="card ${removedAt === null ? '' : 'gone'} ${isBroken ? 'broken' : ''}">
    <strong>${storeName}</strong> ${removedAt === null ? '' : 'removed'} ${isBroken ? html`<b>broken</b>` : ''}
    ${isBroken ? html`<p>${whyBroken(brokenAt)} <a href="/auth/start">Install again</a></p>` : ''}
    <small>store ${storeId}, ${regionId === null ? 'all regions' : `region ${regionId}`}</small>
  </div>`
}

function whyBroken(brokenAt: string | null): Html {
  return brokenAt === null
    ? html`Its token cannot be read with today's SVCAPP_TOKEN_KEY.`
    : html`The platform refuses its token since ${instant(brokenAt)}: nothing of this store is counted.`
}

function eventsTable(events: readonly Row[]): Html {
  return html`<div class="scroll">
    <table>
      <tr>
        <th>Event</th>
        <th>Store</th>
        <th>Received</th>
      </tr>
      ${events.map(
        (event) =>
          html`<tr>
            <td>${event['topic']}<small>${event['event_id']}</small></td>
            <td>${event['store_id']}</td>
            <td>${instant(String(event['received_at']))}</td>
          </tr>`,
      )}
    </table>
  </div>`
}

function storesOf(totals: readonly Total[]) {
  return Object.entries(Object.groupBy(totals, ({ storeId, regionId }) => `Store ${storeId}, region ${regionId}`)).map(
    ([place, group]) => [place, group ?? []] as const,
  )
}
