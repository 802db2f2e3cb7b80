import { Hono } from 'hono'
import { html } from 'hono/html'

import { listInstalls, type InstallTools } from './installs.ts'
import { page, type Html } from './pages.ts'
import { totalsTable } from './panel-pages.ts'
import { listTotals } from './totals.ts'

interface HomeTools extends InstallTools {
  readonly config: { readonly appKey: string }
}

/** GET /: what the developer wants to see while building. */
export function homeRoutes(tools: HomeTools): Hono {
  return new Hono().get('/', (c) => {
    const isOwn = isLocal(c.req.raw)
    return c.html(page(tools.config.appKey, isOwn ? status(tools) : html`<p>This app is running.</p>`))
  })
}

/** Not for the world: a tunnel adds such headers, or another host name. */
function isLocal({ headers, url }: Request): boolean {
  const forwarded = [...headers.keys()].some((name) => name === 'forwarded' || /^(x-forwarded-|cf-)/.test(name))
  return !forwarded && /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?\//.test(url)
}

function status(tools: HomeTools): Html {
  const installs = listInstalls(tools)
  const events = tools.db.prepare('SELECT * FROM events ORDER BY received_at DESC, rowid DESC LIMIT 20').all()
  return html`<p><a href="/auth/start">Install into a store</a></p>
    <h2>Installs</h2>
    ${installs.length === 0 ? html`<p>None yet.</p>` : ''}
    <ul>
      ${installs.map(
        ({ storeName, storeId, regionId, removedAt }) =>
          html`<li>
            ${storeName} (store ${storeId}, ${regionId === null ? 'all regions' : `region ${regionId}`})
            ${removedAt === null ? '' : 'removed'}
          </li>`,
      )}
    </ul>
    <h2>Paid, by currency</h2>
    ${storesOf(listTotals(tools.db)).map(
      ([place, totals]) =>
        html`<h3>${place}</h3>
          ${totalsTable(totals)}`,
    )}
    <h2>Last events</h2>
    <table>
      ${events.map(
        (event) =>
          html`<tr>
            <td>${event['received_at']}</td>
            <td>${event['topic']}</td>
            <td>${event['event_id']}</td>
            <td>store ${event['store_id']}</td>
          </tr>`,
      )}
    </table>`
}

function storesOf(totals: ReturnType<typeof listTotals>) {
  return Object.entries(Object.groupBy(totals, ({ storeId, regionId }) => `Store ${storeId}, region ${regionId}`)).map(
    ([place, group]) => [place, group ?? []] as const,
  )
}
