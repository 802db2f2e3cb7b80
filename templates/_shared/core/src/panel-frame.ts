import { htmlAnswer } from './answers.ts'
import { READY } from './bridge.ts'
import { html, Html, type Insert } from './html.ts'
import { chosenRegion } from './installs.ts'
import { page } from './pages.ts'
import { panelPath, type OpenPanel } from './panel.ts'

const none = new Html('')

/** The pages of the panel, by their path below it. */
const pages = [
  ['', 'Overview'],
  ['/settings', 'Settings'],
] as const

export interface PanelPage {
  readonly here: (typeof pages)[number][0]
  readonly content: Html
  readonly status?: number
}

/** The region that a page of the panel is about. */
export function regionOf({ install }: OpenPanel, request: Request): number | null {
  return chosenRegion(install, new URL(request.url).searchParams.get('region'))
}

/** A page of the panel, with the way to the others. A store-wide panel also lets the region be chosen, and stays on its page. */
export function panelAnswer(panel: OpenPanel, request: Request, { here, content, status }: PanelPage): Response {
  const { install, identity } = panel
  const region = regionOf(panel, request)
  const hasPicker = identity.scope === 'store'
  const query = hasPicker && region !== null ? `?region=${region}` : ''
  const links = pages.map(
    ([path, name]) =>
      html`<a href="${panelPath(install)}${path}${query}" ${current(path === here, 'page')}>${name}</a>`,
  )
  const regions = install.regions.map(
    ({ id, code }) => html`<a href="?region=${id}" ${current(id === region, 'true')}>${code}</a>`,
  )
  const broken =
    install.brokenAt === null && install.token !== null
      ? none
      : html`<p class="card" role="note">The platform refuses the token of this store. Install the app again.</p>`
  const frame: Insert = html`<nav aria-label="Pages">${links}</nav>
    ${hasPicker ? html`<nav aria-label="Region">${regions}</nav>` : none} ${broken}`
  return htmlAnswer(page(install.storeName, html`${frame}${content}`, READY), status)
}

function current(isHere: boolean, value: 'page' | 'true'): Html {
  return isHere ? html` aria-current="${value}"` : none
}
