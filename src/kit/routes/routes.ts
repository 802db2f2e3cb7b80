import type { Core } from '../core.ts'
import type { Declaration } from '../declared.ts'
import { createRejections } from '../events/rejections.ts'
import { receiveWebhook } from '../events/webhooks.ts'
import { page, STYLE } from '../http/pages.ts'
import { assetResponse, htmlResponse } from '../http/responses.ts'
import type { FramedBy } from '../http/security-headers.ts'
import { finishInstall, installed, startInstall } from '../install/install-flow.ts'
import { runAction } from '../panel/action.ts'
import { allowData, showData } from '../panel/data.ts'
import { openPanel } from '../panel/open-panel.ts'
import { showPanelPage, type PanelLink } from '../panel/panel-page.ts'
import { READY, readyScript, SLOT, slotScript } from '../panel/scripts.ts'
import { emptySlot, slotContent } from '../slots/slot.ts'

/** Values of each `:name` in a path. */
export type Params = Readonly<Record<string, string>>

export interface Route {
  readonly method: 'GET' | 'POST' | 'OPTIONS'
  /** Segments with a colon are parameters. */
  readonly path: string
  readonly framedBy: FramedBy
  readonly respond: (request: Request, params: Params) => Response | Promise<Response>
}

export interface Paths {
  readonly start: string
  readonly callback: string
  readonly webhooks: string
}

export interface RouteTools {
  readonly core: Core
  readonly paths: Paths
  readonly style: string
}

/** Returns all routes that the kit serves in an app. */
export function buildRoutes({ core, paths, style }: RouteTools): readonly Route[] {
  const rejections = createRejections(core.log, core.now)
  const { adminUrl } = core.config()
  return [
    post(paths.webhooks, (request) => receiveWebhook(core, rejections, request)),
    get(paths.start, (request) => startInstall(core, request)),
    get(paths.callback, (request) => finishInstall(core, request)),
    get('/auth/done', () => installed(core)),
    get(STYLE, () => assetResponse(style, 'text/css')),
    get(READY, () => assetResponse(readyScript(adminUrl), 'text/javascript')),
    get(SLOT, () => assetResponse(slotScript(adminUrl), 'text/javascript')),
    ...declaredRoutes(core),
  ]
}

type Respond = Route['respond']

function get(path: string, respond: Respond, framedBy: FramedBy = 'nobody'): Route {
  return { method: 'GET', path, framedBy, respond }
}

function post(path: string, respond: Respond, framedBy: FramedBy = 'nobody'): Route {
  return { method: 'POST', path, framedBy, respond }
}

function declaredRoutes(core: Core): readonly Route[] {
  const declared = [...core.declared.routes].map(([key, one]) => ({ path: key.replace('POST ', ''), one }))
  const roots = panelRoots(declared.filter(({ one }) => one.kind === 'panel').map(({ path }) => path))
  const place = (path: string) => placeIn(roots, path)
  const links = declared.flatMap(({ path, one }) =>
    one.kind === 'panel' ? [buildLink(place(path), path, one.title)] : [],
  )
  return declared.flatMap(({ path, one }) => routesFor(core, one, { ...place(path), full: path, links }))
}

/** Returns root panels. A panel whose path begins with that of another one is a page of it. */
function panelRoots(panels: readonly string[]): readonly string[] {
  return panels.filter((path) => !panels.some((other) => path.startsWith(`${other}/`)))
}

interface Placed {
  readonly root: string
  /** Path after the store and region: '' or `/orders`. */
  readonly path: string
}

function placeIn(roots: readonly string[], path: string): Placed {
  const root = roots.find((one) => path === one || path.startsWith(`${one}/`)) ?? roots[0] ?? 'panel'
  return { root, path: path === root ? '' : `/${path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path}` }
}

function buildLink({ root, path }: Placed, full: string, title: string | null): PanelLink & { readonly root: string } {
  const last = full.split('/').at(-1) ?? full
  return { root, path, title: title ?? (path === '' ? 'Overview' : last.charAt(0).toUpperCase() + last.slice(1)) }
}

interface PlacedDeclaration extends Placed {
  readonly full: string
  readonly links: readonly (PanelLink & { readonly root: string })[]
}

function routesFor(core: Core, one: Declaration, { root, path, full, links }: PlacedDeclaration): readonly Route[] {
  const ofStore = `/${root}/:store/:region${path}`
  switch (one.kind) {
    case 'panel': {
      const own = links.filter((link) => link.root === root)
      const start = path === '' ? [get(`/${root}`, (request) => openPanel(core, request, root), 'admin')] : []
      const show: Respond = (request, params) =>
        showPanelPage(core, request, { ...parsePlace(root, params), path, page: one.page, links: own })
      return [...start, get(ofStore, show, 'admin')]
    }
    case 'action':
      return [
        post(
          ofStore,
          (request, params) => runAction(core, request, { ...parsePlace(root, params), action: one.action }),
          'admin',
        ),
      ]
    case 'slot': {
      const content: Respond = (request, { store = '', region = '', id = '' }) =>
        slotContent(core, request, { slot: one.slot, place: { store, region, id }, root })
      return [
        get(`/${full}`, () => emptySlot(`/${full}`), 'admin'),
        get(`/${full}/:store/:region/:id`, content, 'admin'),
      ]
    }
    case 'data': {
      const show: Respond = (request, params) => {
        const place = params['store'] === undefined ? null : parsePlace(root, params)
        return showData(core, request, { root, data: one.data, place })
      }
      const allow: Respond = (request) => allowData(core, request)
      return [...new Set([`/${full}`, ofStore])].flatMap((at) => [
        get(at, show),
        { method: 'OPTIONS', path: at, framedBy: 'nobody', respond: allow },
      ])
    }
    case 'page':
      break
  }
  const show: Respond = async (request) => htmlResponse(page(core.config().appKey, await one.page({ request })))
  return [get(`/${full}`, show, one.framedBy)]
}

function parsePlace(root: string, { store = '', region = '' }: Params) {
  return { root, store, region }
}
