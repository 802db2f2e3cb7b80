import { html } from 'hono/html'

import type { Html } from '../../pages/page.ts'
import { regionLabel, type LivingInstall } from '../../platform/installs.ts'
import { appInStore } from '../../platform/live-version.ts'
import type { Session } from '../../platform/sessions.ts'
import { allRegionsOf } from '../../platform/stores.ts'
import type { World } from '../../world.ts'
import { hasSettings, panelPath, settingsPath } from '../manage.ts'
import type { Listed } from './listed-apps.ts'

/** An app that can be installed. */
export function offeredCard(world: World, { store }: Session, { appKey, name }: Listed): Html {
  const isPublished = appInStore(world, appKey, store.code)?.status === 'published'
  return html`<div class="card row">
    <div class="grow"><span class="name">${name}</span><small>${appKey}</small></div>
    ${isPublished ? '' : html`<span class="badge wait">test app</span>`} ${installLink(appKey, name)}
  </div>`
}

/** An app that is installed: its pages, its installs, and what another install would be for. */
export function installedCard(world: World, session: Session, listed: Listed): Html {
  const { appKey, name, isOffered, installs } = listed
  const storeId = session.store.id
  const labels = installs.map(({ regionId }) => regionLabel(world, storeId, regionId)).join(', ')
  const app = appInStore(world, appKey, session.store.code)
  const settings =
    app !== null && hasSettings(world, app)
      ? html`<a class="button" href="${settingsPath(appKey)}" aria-label="Settings of ${name}">Settings</a>`
      : ''
  return html`<div class="card">
    <div class="row">
      <div class="grow"><span class="name">${name}</span><small>${appKey} · ${labels}</small></div>
      <a class="button main" href="${panelPath(appKey)}" aria-label="Open ${name}">Open</a>
      ${settings}
    </div>
    ${installs.some(({ isPaymentPending }) => isPaymentPending) ? payForm(appKey, name) : ''}
    ${installs.map((install) => uninstallForm(world, storeId, { install, name }))}
    ${isOffered ? installRow(session, listed) : ''}
  </div>`
}

function installLink(appKey: string, name: string): Html {
  return html`<a class="button" href="/admin/plugins/install/${appKey}" aria-label="Install ${name}">Install</a>`
}

/** What Install does where there is an install already. */
function installRow({ region }: Session, { appKey, name, installs }: Listed): Html {
  const isHere = installs.some(({ regionId }) => regionId === null || regionId === region.id)
  return html`<div class="row part">
    <div class="grow quiet">
      ${isHere ? 'To ask for its permissions again' : `It is not installed in ${region.code}, the selected region`}
    </div>
    ${installLink(appKey, name)}
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
