import { html } from 'hono/html'

import { page, type Html } from '../../pages/page.ts'
import { pager, rowsBefore } from '../../pages/pager.ts'
import { emptyState } from '../../pages/record-table.ts'
import { noMatch, searchBox, searchedText } from '../../pages/search-box.ts'
import { visitFrame, type AdminVisit } from '../visit.ts'
import { isInstalled, listedApps, type Listed } from './listed-apps.ts'
import { installedCard, offeredCard } from './plugin-card.ts'
import { uninstalledNote } from './uninstalled.ts'

/** Number of apps on a page. */
const PAGE_APPS = 50

/** Lists each app once: the installed apps, then the apps that this store may install (the catalog and its own test apps). */
export function pluginsPage(visit: AdminVisit): Promise<Response> {
  const { context, session, url } = visit
  const search = searchedText(url)
  const all = listedApps(context, session)
  const found = search === '' ? all : all.filter((one) => isLike(one, search))
  const from = rowsBefore(url)
  const apps = found.slice(from, from + PAGE_APPS)
  const [installed, others] = [apps.filter(isInstalled), apps.filter((one) => !isInstalled(one))]
  const isWhole = apps.length === all.length
  return page({
    title: 'Plugins',
    ...visitFrame(visit),
    body: html`
      ${uninstalledNote(visit)} ${isWhole ? '' : searchBox({ url, hint: 'Name or key' })}
      ${apps.length === 0 && !isWhole ? emptyState(noMatch(url, 'apps')) : ''}
      ${part(
        'Installed',
        isWhole ? `No apps installed yet.${others.length === 0 ? '' : ' Install one below.'}` : null,
        installed.map((one) => installedCard(context, session, one)),
      )}
      ${part(
        'Available',
        isWhole ? `No ${installed.length === 0 ? '' : 'other '}apps are available for this store.` : null,
        others.map((one) => offeredCard(context, session, one)),
      )}
      ${pager(url, from + apps.length < found.length ? from + apps.length : null, 'after')}
    `,
  })
}

/** Shows a heading with cards. Without cards, shows the next step or nothing. */
function part(title: string, empty: string | null, cards: readonly Html[]): Html | '' {
  if (cards.length === 0 && empty === null) return ''
  return html`<h2>${title}</h2>
    ${cards.length === 0 ? emptyState(empty ?? '') : cards}`
}

function isLike({ name, appKey }: Listed, search: string): boolean {
  return `${name}\n${appKey}`.toLowerCase().includes(search.toLowerCase())
}
