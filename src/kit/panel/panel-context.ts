import { findPanelInstall, type PanelIdentity } from '../../protocol/panel-install.ts'
import { lazyApi } from '../api/apis.ts'
import type { Core } from '../core.ts'
import { html } from '../http/html.ts'
import { cookieOf } from '../http/responses.ts'
import { chosenRegion, publicInstall, type StoredInstall } from '../install/install.ts'
import { livingInstalls } from '../install/installs.ts'
import type { PanelContext } from '../types.ts'
import { contextDb } from '../work/effect.ts'
import { panelPath } from './open-panel.ts'
import { panelScreen, type PanelCode } from './screens.ts'
import { cookieName, formToken, openSession } from './session.ts'

/** Time limit of a page with all its calls, in ms. */
const PAGE_MS = 15_000

/** An open panel. */
export interface OpenPanel {
  readonly root: string
  readonly install: StoredInstall
  readonly identity: PanelIdentity
  /** The signed text, as the browser sent it. */
  readonly session: string
  readonly regionId: number | null
}

export interface PanelPlace {
  readonly root: string
  readonly store: string
  readonly region: string
}

/**
 * Returns the panel for a request, or a page with the reason. The path selects a session of the
 * browser; its cookie identifies the install.
 */
export async function panelOf(core: Core, request: Request, place: PanelPlace): Promise<OpenPanel | Response> {
  const found = await panelByCookie(core, request, place)
  return typeof found === 'string' ? panelScreen(found) : found
}

/** Returns the panel that the cookie of a store and region opens, or why none opens. */
export async function panelByCookie(core: Core, request: Request, place: PanelPlace): Promise<OpenPanel | PanelCode> {
  const name = `panel_${place.store}_${place.region}`
  const text = /^panel_\d{1,15}_(\d{1,15}|all)$/.test(name) ? cookieOf(request, name) : null
  const identity = text === null ? null : await openSession((await core.keys()).session, { text, now: core.now() })
  if (text === null || identity === null || cookieName(identity) !== name)
    return notOpen(core, text === null ? 'session_missing' : 'session_ended')
  return panelFor(core, request, { root: place.root, identity, session: text })
}

/** Returns the panel of a verified session, if its install still exists. */
export async function panelFor(
  core: Core,
  request: Request,
  { root, identity, session }: Pick<OpenPanel, 'root' | 'identity' | 'session'>,
): Promise<OpenPanel | PanelCode> {
  const found = findPanelInstall(identity, await livingInstalls(core, identity.storeId))
  if (!found.ok) return found.reason
  const regionId = chosenRegion(found.install, new URL(request.url).searchParams.get('region'))
  return { root, install: found.install, identity, session, regionId }
}

export function notOpen({ log }: Core, code: PanelCode): PanelCode {
  log('panel rejected', { reason: code })
  return code
}

/** Returns the query that keeps the selected region of a store-wide panel. */
export function regionQuery({ identity, regionId }: OpenPanel): string {
  return identity.scope === 'store' && regionId !== null ? `?region=${regionId}` : ''
}

/** Creates the context of a panel page. */
export async function panelContext(core: Core, request: Request, panel: OpenPanel): Promise<PanelContext> {
  const { install, identity, session, regionId, root } = panel
  const token = await formToken((await core.keys()).session, session)
  const { pathname, search, searchParams } = new URL(request.url)
  const signal = AbortSignal.any([request.signal, AbortSignal.timeout(PAGE_MS)])
  const apiFor = (region: string | number | null) =>
    lazyApi(() => core.apis.open(install, { region, retries: 'short', signal }))
  return {
    request,
    query: searchParams,
    install: publicInstall(install),
    regionId,
    scope: identity.scope ?? (install.regionId === null ? 'store' : 'region'),
    api: apiFor(install.regionId === null ? regionId : null),
    apiFor,
    db: contextDb(core),
    log: core.log,
    signal,
    link: (path) => `${panelPath(root, install)}${below(root, path)}${regionQuery(panel)}`,
    csrf: html`<input type="hidden" name="form" value="${token}" /><input
        type="hidden"
        name="form_page"
        value="${pathname}${search}"
      />`,
  }
}

/** Returns `/orders` for `panel/orders` below the root `panel`. */
function below(root: string, path: string): string {
  const plain = path.replace(/^\/+/, '')
  return plain === root ? '' : `/${plain.startsWith(`${root}/`) ? plain.slice(root.length + 1) : plain}`
}
