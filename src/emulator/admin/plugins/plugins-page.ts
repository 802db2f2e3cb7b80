import { html } from 'hono/html'

import type { Registration } from '../../control/contract.ts'
import { page, type Html } from '../pages/page.ts'
import { pager, rowsBefore } from '../pages/pager.ts'
import { emptyState } from '../pages/record-table.ts'
import { searchBox } from '../pages/search-box.ts'
import { findApp, listApps } from '../platform/apps.ts'
import { livingInstalls, regionLabel, type LivingInstall } from '../platform/installs.ts'
import { asInStore } from '../platform/live-version.ts'
import type { Session } from '../platform/sessions.ts'
import { allRegionsOf } from '../platform/stores.ts'
import type { World } from '../world.ts'
import { hasSettings, panelPath, settingsPath } from './manage.ts'
import { visitFrame, type AdminVisit } from './visit.ts'

/** An app in the list: how this store has it, or no more than its key when its registration is gone. */
interface Listed {
  readonly appKey: string
  readonly name: string
  readonly app: Registration | null
  /** Whether it can be installed from here. */
  readonly isOffered: boolean
  readonly installs: readonly LivingInstall[]
}

/** Apps on a page. */
const PAGE_APPS = 50

/** The Plugins list: apps that are installed, and those that this store may install (the catalogue and its own test apps). Each app stands once. */
export function pluginsPage(visit: AdminVisit): Promise<Response> {
  const { world, session, url } = visit
  const search = (url.searchParams.get('q') ?? '').trim().slice(0, 200)
  const all = listedApps(world, session)
  const found = search === '' ? all : all.filter((one) => isLike(one, search))
  const from = rowsBefore(url)
  const apps = found.slice(from, from + PAGE_APPS)
  const [installed, others] = [apps.filter(isInstalled), apps.filter((one) => !isInstalled(one))]
  const isWhole = apps.length === all.length
  return page({
    title: 'Plugins',
    ...visitFrame(visit),
    body: html`
      ${isWhole ? '' : searchBox({ action: url.pathname, value: search, hint: 'Name or key' })}
      ${apps.length === 0 && !isWhole ? emptyState('No app has a name or key like that.') : ''}
      ${part(
        'Installed',
        isWhole ? 'Nothing is installed yet. Choose an app below.' : null,
        installed.map((one) => installedCard(world, session.store.id, one)),
      )}
      ${part('Available', isWhole ? 'No other app is offered to this store.' : null, others.map(offeredCard))}
      ${pager(url, from + apps.length < found.length ? from + apps.length : null, 'after')}
    `,
  })
}

/** A heading with cards; where there is none, what to do, or nothing at all. */
function part(title: string, empty: string | null, cards: readonly Html[]): Html | '' {
  if (cards.length === 0 && empty === null) return ''
  return html`<h2>${title}</h2>
    ${cards.length === 0 ? emptyState(empty ?? '') : cards}`
}

function isLike({ name, appKey }: Listed, search: string): boolean {
  return `${name}\n${appKey}`.toLowerCase().includes(search.toLowerCase())
}

/** Those that are installed first. */
function listedApps(world: World, { store }: Session): Listed[] {
  const installs = Map.groupBy(livingInstalls(world, store.id), ({ appKey }) => appKey)
  const offered = listApps(world)
    .map((app) => asInStore(world, app, store.code))
    .filter((app) => app.listed || app.test_store_codes.includes(store.code))
  const offeredKeys = new Set(offered.map((app) => app.app_key))
  const gone = [...installs.keys()].filter((key) => !offeredKeys.has(key))
  const apps = [
    ...offered.map((app) => listed(app.app_key, app, true)),
    ...gone.map((key) => {
      const app = findApp(world, key)
      return listed(key, app && asInStore(world, app, store.code), false)
    }),
  ]
  return [...apps.filter(isInstalled), ...apps.filter((one) => !isInstalled(one))]

  function listed(appKey: string, app: Registration | null, isOffered: boolean): Listed {
    return { appKey, name: app?.name ?? appKey, app, isOffered, installs: installs.get(appKey) ?? [] }
  }
}

function isInstalled({ installs }: Listed): boolean {
  return installs.length > 0
}

function offeredCard({ appKey, name, app }: Listed): Html {
  return html`<div class="card row">
    <div class="grow"><span class="name">${name}</span><small>${appKey}</small></div>
    ${app?.status === 'published' ? '' : html`<span class="badge wait">test app</span>`} ${installLink(appKey, name)}
  </div>`
}

function installLink(appKey: string, name: string): Html {
  return html`<a class="button" href="/admin/plugins/install/${appKey}" aria-label="Install ${name}">Install</a>`
}

function installedCard(world: World, storeId: number, { appKey, name, app, isOffered, installs }: Listed): Html {
  const labels = installs.map(({ regionId }) => regionLabel(world, storeId, regionId)).join(', ')
  const settings =
    app !== null && hasSettings(world, app)
      ? html`<a class="button" href="${settingsPath(appKey)}" aria-label="Settings of ${name}">Settings</a>`
      : ''
  return html`<div class="card">
    <div class="row">
      <div class="grow"><span class="name">${name}</span><small>${appKey} · ${labels}</small></div>
      <a class="button main" href="${panelPath(appKey)}" aria-label="Open ${name}">Open</a>
      ${settings} ${isOffered ? installLink(appKey, name) : ''}
    </div>
    ${installs.some(({ isPaymentPending }) => isPaymentPending) ? payForm(appKey, name) : ''}
    ${installs.map((install) => uninstallForm(world, storeId, { install, name }))}
  </div>`
}

/** The installs of a store are paid for together. */
function payForm(appKey: string, name: string): Html {
  return html`<form class="row part" method="post" action="/admin/plugins/pay/${appKey}">
    <div class="grow">
      <span class="badge wait">payment pending</span> <small>It gets no events and no answers.</small>
    </div>
    <button class="main" type="submit" aria-label="Pay for ${name}">Pay</button>
  </form>`
}

interface Uninstallable {
  readonly install: LivingInstall
  readonly name: string
}

function uninstallForm(world: World, storeId: number, { install, name }: Uninstallable): Html {
  const { appKey, regionId } = install
  const code = allRegionsOf(world, storeId).find(({ id }) => id === regionId)?.code
  const what = code === undefined ? name : `${name}, ${code}`
  return html`<form class="row part" method="post" action="/admin/plugins/uninstall/${appKey}">
    <input type="hidden" name="region_id" value="${regionId ?? ''}" />
    <div class="grow">${regionLabel(world, storeId, regionId)}</div>
    <button type="submit" aria-label="Uninstall ${what}">Uninstall</button>
  </form>`
}
