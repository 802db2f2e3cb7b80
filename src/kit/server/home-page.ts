import type { IncomingMessage } from 'node:http'

import type { Core } from '../core.ts'
import { sql, type Row } from '../database/sql.ts'
import { html, type Html } from '../http/html.ts'
import { instant, page } from '../http/pages.ts'
import { htmlResponse } from '../http/responses.ts'
import { withSecurityHeaders } from '../http/security-headers.ts'
import type { StoredInstall } from '../install/install.ts'
import { listInstalls } from '../install/installs.ts'

/** GET /: the page for the developer under `app dev`, hidden from other visitors. */
export async function homePage(core: Core, request: Request, incoming: IncomingMessage): Promise<Response> {
  const { appKey, isDeveloping } = core.config()
  const isOwn = isDeveloping && isFromThisMachine(request, incoming)
  const content = isOwn ? await status(core) : html`<p>This app is running.</p>`
  return withSecurityHeaders(htmlResponse(page(appKey, content)), { framers: [], csp: {} })
}

/**
 * Detects requests from the internet: the gateway of `app dev` marks them, other proxies add such
 * headers. The host name is checked, so that an internet page cannot point its name to this machine.
 */
function isFromThisMachine({ headers, url }: Request, { socket }: IncomingMessage): boolean {
  if (!/^(127\.|::1$|::ffff:127\.)/.test(socket.remoteAddress ?? '')) return false
  const fromOutside = [...headers.keys()].some((name) => /^(x-svcapp-public$|forwarded$|x-forwarded-|cf-)/.test(name))
  return !fromOutside && /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?\//.test(url)
}

async function status(core: Core): Promise<Html> {
  const installs = await listInstalls(core)
  const events = await core.database.rows(
    sql`SELECT event_id, topic, store_id, received_at FROM svcapp_events ORDER BY received_at DESC, event_id LIMIT 20`,
  )
  const dead = await core.database.queue.deadLetters()
  return html`<p><a class="button" href="/auth/start">Install in a store</a></p>
    <h2>Installs</h2>
    ${installs.length === 0 ? html`<p class="card empty">No installs yet.</p>` : installs.map(installCard)}
    <h2>Dead letters</h2>
    ${dead.length === 0 ? html`<p class="card empty">No dead letters.</p>` : dead.map(({ name, id, reason }) => html`<p class="card">${name}<small>${id}</small>${reason}</p>`)}
    <h2>Last events</h2>
    ${events.length === 0 ? html`<p class="card empty">No events yet.</p>` : eventTable(events)}`
}

function installCard({ storeName, storeId, regionId, state, token }: StoredInstall): Html {
  const why = token === null ? 'SVCAPP_TOKEN_KEY cannot decrypt the token.' : 'The platform rejects the token.'
  const broken = state === 'broken' ? html`<p>${why} <a href="/auth/start">Reinstall</a></p>` : ''
  return html`<div class="card ${state === 'removed' ? 'gone' : state}">
    <strong>${storeName}</strong> ${state}${broken}
    <small>store ${storeId}, ${regionId === null ? 'all regions' : `region ${regionId}`}</small>
  </div>`
}

function eventTable(events: readonly Row[]): Html {
  const rows = events.map(
    ({ topic, event_id, store_id, received_at }) =>
      html`<tr>
        <td>${topic}<small>${event_id}</small></td>
        <td>${store_id}</td>
        <td>${instant(String(received_at))}</td>
      </tr>`,
  )
  return html`<div class="scroll">
    <table>
      <tr>
        <th>Event</th>
        <th>Store</th>
        <th>Received</th>
      </tr>
      ${rows}
    </table>
  </div>`
}
