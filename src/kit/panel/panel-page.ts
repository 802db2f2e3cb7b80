import { AppError } from '../../errors.ts'
import type { Core } from '../core.ts'
import { html, Html } from '../http/html.ts'
import { page } from '../http/pages.ts'
import { htmlResponse } from '../http/responses.ts'
import { masked } from '../log/log.ts'
import type { PanelPage } from '../types.ts'
import { panelPath } from './open-panel.ts'
import { panelContext, panelOf, regionQuery, type OpenPanel, type PanelPlace } from './panel-context.ts'
import { READY } from './scripts.ts'

/** A page in the navigation of a panel. */
export interface PanelLink {
  /** Path after the panel's own path: '' or `/orders`. */
  readonly path: string
  readonly title: string
}

export interface ShownPage extends PanelPlace {
  readonly path: string
  readonly page: PanelPage
  readonly links: readonly PanelLink[]
}

/** Responds with a page of the panel and the frame around it. */
export async function showPanelPage(core: Core, request: Request, shown: ShownPage): Promise<Response> {
  const panel = await panelOf(core, request, shown)
  if (panel instanceof Response) return panel
  const content = await contentOf(core, request, { panel, page: shown.page })
  // Servers may replace the global `Response`, so that a response of `fetch` has another class.
  return content instanceof Html ? framed(panel, shown, content) : content
}

/** Shows platform errors in the page, because the panel itself is open. */
async function contentOf(
  core: Core,
  request: Request,
  { panel, page }: { readonly panel: OpenPanel; readonly page: PanelPage },
): Promise<Html | Response> {
  try {
    return await page(await panelContext(core, request, panel))
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    core.log('panel page failed', { code: error.code, reason: masked(error.message) })
    return note(error.code === 'api.unauthorized' ? REJECTED : trouble(error))
  }
}

const REJECTED = "The platform rejects this store's token. Reinstall the app."

function trouble({ code, message }: AppError): string {
  if (code === 'api.rate-limited') return "The app's request budget is exhausted. Try again in a minute."
  if (code.startsWith('net.')) return 'The platform does not respond. Try again soon.'
  return masked(message)
}

function framed(panel: OpenPanel, { path, links }: ShownPage, content: Html): Response {
  const { install, identity, regionId } = panel
  const query = regionQuery(panel)
  const pages = links.map(
    (link) =>
      html`<a href="${panelPath(panel.root, install)}${link.path}${query}" ${current(link.path === path, 'page')}
        >${link.title}</a
      >`,
  )
  const regions = install.regions.map(
    ({ id, code }) => html`<a href="?region=${id}" ${current(id === regionId, 'true')}>${code}</a>`,
  )
  const picker = identity.scope === 'store' ? html`<nav aria-label="Region">${regions}</nav>` : ''
  const navigation = links.length > 1 ? html`<nav aria-label="Pages">${pages}</nav>` : ''
  const broken = install.state === 'broken' ? note(REJECTED) : ''
  return htmlResponse(page(install.storeName, html`${navigation}${picker}${broken}${content}`, READY))
}

function note(text: string): Html {
  return html`<p class="card" role="note">${text}</p>`
}

function current(isHere: boolean, value: 'page' | 'true'): Html {
  return isHere ? html` aria-current="${value}"` : new Html('')
}
