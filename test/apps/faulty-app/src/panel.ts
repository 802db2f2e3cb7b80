import { randomBytes } from 'node:crypto'

import { verifyEmbedToken, type EmbedCode, type Identity } from './embed.ts'
import { totalsOf } from './events.ts'
import { faulty, otherwise } from './faulty.ts'
import { json, redirect, type Answer, type Visit } from './http.ts'
import type { AppTools } from './install.ts'
import type { Install } from './installs.ts'
import { escape, message, page } from './pages.ts'
import { PlatformError } from './platform.ts'
import { anySession, readSession, sessionCookie } from './session.ts'

/** GET /panel: the embed token becomes a session, and leaves the address. */
export function openPanel(tools: AppTools, visit: Visit): Answer {
  const token = visit.query.get('embed_token')
  if (otherwise('header-session')) return shell(tools, visit)
  const verdict = verifyEmbedToken(token, tools.config)
  if (!verdict.ok) {
    const kept = faulty('embed-session-first') ? anySession(tools.keys, visit) : null
    if (kept !== null) return redirect(`/panel/${kept.storeId}/${kept.regionId ?? 'all'}`)
    const claimed = faulty('embed-identity-query') && token === null ? claimedIn(visit) : null
    return claimed === null ? refuse(verdict.code, verdict.seen) : enter(tools, visit, claimed)
  }
  if (otherwise('embed-once') && !isFirst(tools, token ?? '')) {
    return message(401, { title: 'Used already', text: 'Close the panel and open it again.' })
  }
  return enter(tools, visit, verdict.identity)
}

function isFirst({ db }: AppTools, token: string): boolean {
  return Number(db.prepare('INSERT OR IGNORE INTO used_once VALUES (?)').run(`embed ${token}`).changes) === 1
}

function claimedIn({ query }: Visit): Identity | null {
  const storeId = Number(query.get('storeId') ?? query.get('store_id') ?? 0)
  const regionId = Number(query.get('regionId') ?? query.get('region_id') ?? 0)
  return storeId > 0 ? { storeId, regionId, scope: 'region' } : null
}

function enter(tools: AppTools, visit: Visit, identity: Identity): Answer {
  const install = installOf(tools, identity)
  if (install === null) {
    if (faulty('embed-not-installed-crash')) throw new TypeError('install is null')
    return faulty('embed-not-installed-code') ? refuse('embed_token_malformed') : refuse('embed_store_not_installed')
  }
  const own = { ...identity, regionId: install.regionId, storeId: install.storeId }
  const kept = faulty('session-kept') ? anySession(tools.keys, visit) : null
  if (kept !== null) return redirect(`/panel/${kept.storeId}/${kept.regionId ?? 'all'}`)
  const headers = { 'Set-Cookie': cookiesOf(tools, own, install) }
  const base = `/panel/${own.storeId}/${own.regionId ?? 'all'}`
  const token = visit.query.get('embed_token') ?? ''
  if (otherwise('replace-state') || faulty('embed-stays')) {
    const script = faulty('embed-stays') ? '/ready.js' : '/replace.js'
    return {
      ...page(200, { title: nameOf(install), content: `<p><a href="${base}">Overview</a></p>`, script }),
      headers: { 'Content-Type': 'text/html; charset=utf-8', ...headers },
    }
  }
  if (faulty('embed-in-links')) return redirect(`${base}?embed_token=${encodeURIComponent(token)}`, headers)
  return redirect(base, headers)
}

function cookiesOf({ keys }: AppTools, identity: Identity, { token }: Install): string[] {
  const own = sessionCookie(keys, identity)
  if (faulty('secret-token-cookie')) return [own, `api=${token}; HttpOnly; Secure; SameSite=None; Path=/`]
  if (!otherwise('further-cookies')) return [own]
  return [own, 'theme=dark; Path=/; SameSite=Lax', `csrf=${randomBytes(16).toString('hex')}; Path=/`]
}

/** The install of exactly the store and region that the session names: never another one's. */
function installOf({ installs }: AppTools, { storeId, regionId, scope }: Identity): Install | null {
  const living = faulty('lifecycle-panel-stays') ? installs.all() : installs.living()
  const ofStore = living.filter((install) => install.storeId === storeId)
  if (faulty('embed-any-region')) return ofStore[0] ?? null
  if (faulty('embed-any-store')) return ofStore[0] ?? living[0] ?? null
  if (scope === 'store') return ofStore.find((install) => install.regionId === null) ?? null
  return ofStore.find((install) => install.regionId === regionId) ?? null
}

const screens: Record<EmbedCode, string> = {
  embed_token_missing: 'Open this panel from the store admin.',
  embed_secret_missing: 'This app has no signing secret.',
  embed_token_malformed: 'The token cannot be read.',
  embed_token_bad_signature: 'The token was not signed for this app.',
  embed_token_other_app: 'The token is for another app.',
  embed_token_expired: 'The token is too old: open the panel again.',
  embed_token_not_yet_valid: 'The token is from the future.',
  embed_store_not_installed: 'The app is not installed completely here. Install it, then open the panel again.',
}

function refuse(code: EmbedCode, seen = ''): Answer {
  const isMissing = code === 'embed_token_missing'
  if (faulty('embed-one-screen')) return message(401, { title: 'No panel', text: 'The panel cannot be opened.' })
  const said = faulty('embed-invalid-as-missing') && code !== 'embed_store_not_installed' ? 'embed_token_missing' : code
  const text = otherwise('no-codes') ? screens[said] : `${screens[said]} (${said})`
  const greeting = seen === '' ? '' : ` Hello ${seen}!`
  const status = otherwise('refuses-panel-with-200') ? 200 : code === 'embed_store_not_installed' ? 409 : 401
  return message(status, {
    title: isMissing ? 'No sign-in' : 'Sign-in refused',
    text: `${text}${greeting}`,
    script: '/ready.js',
  })
}

/** GET /panel/:store/:region: whose panel it is stands only in the cookie. */
export async function showPanel(
  tools: AppTools,
  visit: Visit,
  place: { storeId: number; regionId: number | null },
): Promise<Answer> {
  const session = sessionFor(tools, visit, place)
  if (session === null) return message(401, { title: 'No session', text: 'Open the panel again.', script: '/ready.js' })
  const install = installOf(tools, session)
  if (install === null) return refuse('embed_store_not_installed')
  return overview(tools, visit, { install, session })
}

function sessionFor(
  { keys, installs }: AppTools,
  visit: Visit,
  place: { storeId: number; regionId: number | null },
): Identity | null {
  const scope = place.regionId === null ? 'store' : 'region'
  if (faulty('session-none')) return { ...place, scope }
  const session = readSession(keys, visit, place)
  const asked = Number(visit.query.get('store'))
  if (faulty('session-by-query') && session !== null && asked > 0)
    return { storeId: asked, regionId: Number(visit.query.get('region')), scope }
  const [first] = installs.living()
  return faulty('session-of-somebody') && session === null && first !== undefined ? { ...first, scope } : session
}

/** GET /panel/:store/:region/orders: the same session, and the orders of the month. */
export async function showOrders(
  tools: AppTools,
  visit: Visit,
  place: { storeId: number; regionId: number | null },
): Promise<Answer> {
  const session = faulty('session-open-inside')
    ? { ...place, scope: place.regionId === null ? ('store' as const) : ('region' as const) }
    : sessionFor(tools, visit, place)
  const install = session === null ? null : installOf(tools, session)
  if (install === null) return message(401, { title: 'No session', text: 'Open the panel again.', script: '/ready.js' })
  const region = chosenRegion(install, visit.query.get('region'))
  const content = `<h2>All orders</h2><ul>${await ordersOf(tools, install, region)}</ul>`
  return page(200, { title: nameOf(install), content, script: '/ready.js' })
}

function nameOf({ storeName }: Install): string {
  return otherwise('no-names') ? 'Your store' : storeName
}

async function overview(
  tools: AppTools,
  visit: Visit,
  given: { install: Install; session: Identity },
): Promise<Answer> {
  const { install, session } = given
  const base = `/panel/${install.storeId}/${install.regionId ?? 'all'}`
  const region = chosenRegion(install, visit.query.get('region'))
  const orders = await ordersOf(tools, install, region)
  const totals = totalsOf(tools.db, install.storeId, region)
  const picker =
    session.scope === 'store' && !faulty('embed-no-picker')
      ? install.regions.map(({ id, code }) => `<a href="?region=${id}">${escape(code)}</a>`).join(' ')
      : ''
  const embed = faulty('embed-in-links') ? `?embed_token=${visit.query.get('embed_token')}` : ''
  const secret = faulty('secret-token-page')
    ? `<script type="application/json">${JSON.stringify(install)}</script>`
    : ''
  const open = faulty('session-open-data') ? '<a href="/panel/totals">Totals</a>' : ''
  const script = faulty('embed-in-storage') ? '/stored.js' : '/ready.js'
  const content = `<nav><a href="${base}${embed}">Overview</a> <a href="${base}/orders${embed}">Orders</a> ${picker} ${open}</nav>${secret}
<h2>Paid</h2><ul>${totals.map(({ currency, orders, total }) => `<li>${escape(total)} ${escape(faulty('money-one-sign') ? 'TRY' : currency)}, ${orders} orders</li>`).join('')}</ul>
<h2>Orders</h2><ul>${orders}</ul>`
  return page(200, { title: nameOf(install), content, script })
}

function chosenRegion(install: Install, wanted: string | null): number | null {
  if (install.regionId !== null) return install.regionId
  return (install.regions.find(({ id }) => String(id) === wanted) ?? install.regions[0])?.id ?? null
}

async function ordersOf({ platform }: AppTools, install: Install, regionId: number | null): Promise<string> {
  try {
    const orders = await platform.orders(install, regionId)
    if (faulty('api-needs-orders')) Object(orders[0]).orderNumber.trim()
    if (faulty('api-needs-name')) for (const { customer } of orders) Object(customer.name).trim()
    return orders
      .map(
        ({ orderNumber, grandTotal, currency }) =>
          `<li>${escape(orderNumber)}: ${escape(grandTotal)} ${escape(currency)}</li>`,
      )
      .join('')
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error
    return `<li>${escape(error.message)}</li>`
  }
}

/** GET /panel/totals, of the mistake: for any session, of the store that the address names. */
export function openTotals(tools: AppTools, visit: Visit): Answer {
  if (anySession(tools.keys, visit) === null) return json(401, { error: 'no session' })
  const [store, region] = ['storeId', 'regionId'].map((name) => Number(visit.query.get(name)))
  return json(200, totalsOf(tools.db, store ?? 0, region ?? 0))
}

/** The variation with a header session: the page is empty, and its script asks with the token in a header. */
function shell(tools: AppTools, visit: Visit): Answer {
  const verdict = verifyEmbedToken(visit.query.get('embed_token'), tools.config)
  if (!verdict.ok) return refuse(verdict.code)
  if (installOf(tools, verdict.identity) === null) return refuse('embed_store_not_installed')
  return page(200, { title: 'Panel', content: '<p id="panel">Loading.</p>', script: '/header.js' })
}

/** GET /panel/data, of the variation with a header session: the header first, then the query. */
export async function panelData(tools: AppTools, visit: Visit): Promise<Answer> {
  const header = visit.request.headers['x-service-embed-token']
  const query = visit.query.get('embed_token')
  const isQueryFirst = faulty('session-query-first') && query !== null
  const token = typeof header === 'string' && !isQueryFirst ? header : query
  const verdict = verifyEmbedToken(token, tools.config)
  if (!verdict.ok) return json(401, { error: verdict.code })
  const install = installOf(tools, verdict.identity)
  if (install === null) return json(409, { error: 'embed_store_not_installed' })
  const regionId = chosenRegion(install, null)
  return json(200, { store: nameOf(install), totals: totalsOf(tools.db, install.storeId, regionId) })
}
