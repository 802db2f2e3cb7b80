import { EMBED_TOKEN_HEADER, requestToken } from '../../protocol/judge/embed-token.ts'
import type { Core } from '../core.ts'
import { withSecurityHeaders, type Csp } from '../http/security-headers.ts'
import type { Session } from '../types.ts'
import { acceptToken } from './open-panel.ts'
import { notOpen, panelByCookie, panelContext, panelFor, type OpenPanel, type PanelPlace } from './panel-context.ts'
import { panelError, panelScreen, panelState, type PanelCode } from './screens.ts'
import { openSession, sealSession } from './session.ts'

/** A page keeps the session from this header in memory, and sends it in the same header, because some browsers store no cookie in a frame. */
const SESSION_HEADER = 'X-Panel-Session'

/** Headers that another origin may send. The first one is for the first request. */
const SENT_HEADERS = `${EMBED_TOKEN_HEADER}, ${SESSION_HEADER}`

export interface RequestSession {
  readonly panel: OpenPanel
  /** Headers for the response, with the session of a token that was just used. */
  readonly headers: Headers
}

/**
 * Returns the session of a request: from its header, otherwise from its embed token, which works once,
 * otherwise from the cookie of a store and region. With an invalid header, token and cookie are ignored.
 */
export async function sessionOf(
  core: Core,
  request: Request,
  { root, place }: { readonly root: string; readonly place: PanelPlace | null },
): Promise<RequestSession | PanelCode> {
  const headers = corsHeaders(core, request)
  const panel = await openedBy(core, request, { root, place, headers })
  if (typeof panel === 'string') return panel
  const { storeId, regionId } = panel.identity
  const isHere = place === null || (place.store === String(storeId) && place.region === String(regionId ?? 'all'))
  return isHere ? { panel, headers } : notOpen(core, 'session_ended')
}

async function openedBy(
  core: Core,
  request: Request,
  { root, place, headers }: { readonly root: string; readonly place: PanelPlace | null; readonly headers: Headers },
): Promise<OpenPanel | PanelCode> {
  const ring = (await core.keys()).session
  const text = request.headers.get(SESSION_HEADER) ?? ''
  if (text !== '') {
    const identity = await openSession(ring, { text, now: core.now(), by: 'header' })
    return identity === null
      ? notOpen(core, 'session_ended')
      : panelFor(core, request, { root, identity, session: text })
  }
  const query = new URL(request.url).searchParams.get('embed_token')
  const token = requestToken({ header: request.headers.get(EMBED_TOKEN_HEADER), query })
  if (token !== undefined) {
    const accepted = await acceptToken(core, token)
    if (typeof accepted === 'string') return accepted
    const { identity } = accepted
    const session = await sealSession(ring, { identity, now: core.now(), by: 'header' })
    headers.set(SESSION_HEADER, session)
    return panelFor(core, request, { root, identity, session })
  }
  return place === null ? notOpen(core, 'session_missing') : panelByCookie(core, request, place)
}

/** Only pages of PANEL_ORIGIN may send cross-origin requests. */
export function corsHeaders({ config }: Core, request: Request): Headers {
  const { panelOrigin } = config()
  const headers = new Headers()
  if (panelOrigin === null) return headers
  headers.set('Vary', 'Origin')
  const origin = new URL(panelOrigin).origin
  if (request.headers.get('origin') !== origin) return headers
  headers.set('Access-Control-Allow-Origin', origin)
  headers.set('Access-Control-Allow-Headers', SENT_HEADERS)
  headers.set('Access-Control-Expose-Headers', SESSION_HEADER)
  headers.set('Access-Control-Max-Age', '600')
  return headers
}

/** Store and region in the path of a page: /panel/1001/7/orders. */
const PLACE = /^\/(.+?)\/(\d{1,15})\/(\d{1,15}|all)(?:\/|$)/

/** Returns the session of a request that the app itself responds to. */
export async function appSession(core: Core, request: Request, csp: Csp): Promise<Session> {
  await core.opened()
  const [, root = 'panel', store = '', region = ''] = PLACE.exec(new URL(request.url).pathname) ?? []
  const place = store === '' ? null : { root, store, region }
  const found = await sessionOf(core, request, { root, place })
  if (typeof found === 'string') return notOpenSession(core, request, { code: found, csp })
  const { install, regionId, scope, api } = await panelContext(core, request, found.panel)
  return { state: 'open', install, regionId, scope, api, headers: found.headers }
}

/** Responds with a screen for a page, and with JSON for requests of its script. */
function notOpenSession(
  core: Core,
  request: Request,
  { code, csp }: { readonly code: PanelCode; readonly csp: Csp },
): Session {
  const isScript = [SESSION_HEADER, EMBED_TOKEN_HEADER].some((name) => request.headers.has(name))
  const response = isScript ? panelError(code) : panelScreen(code)
  const admin = new URL(core.config().adminUrl).origin
  const secured = withSecurityHeaders(response, { framers: [admin], csp })
  for (const [name, value] of corsHeaders(core, request)) secured.headers.set(name, value)
  return { state: panelState(code), code, response: secured }
}
