import { html } from 'hono/html'

import type { EmulatorContext } from '../../context.ts'
import { initial } from '../../pages/initial.ts'
import type { Html } from '../../pages/page.ts'
import { regionLabel, type LivingInstall } from '../../platform/installs.ts'
import { appInStore } from '../../platform/live-version.ts'
import type { Session } from '../../platform/sessions.ts'
import { listAllRegions } from '../../platform/stores.ts'
import { hasSettings, panelPath, settingsPath } from '../manage.ts'
import type { Listed } from './listed-apps.ts'

/** Shows an app that can be installed. */
export function offeredCard(context: EmulatorContext, { store }: Session, { appKey, name }: Listed): Html {
  return html`<div class="card row">
    ${appName(appInStore(context, appKey, store.code), { appKey, name })}
    <a class="button main" href="${installPath(appKey)}" aria-label="Install ${name}">Install</a>
  </div>`
}

/** Shows an installed app: its pages, its installs, and what another install would change. */
export function installedCard(context: EmulatorContext, session: Session, listed: Listed): Html {
  const { appKey, name, isOffered, installs } = listed
  const { id: storeId, code } = session.store
  const app = appInStore(context, appKey, code)
  const isHere = ({ regionId }: LivingInstall) => regionId === null || regionId === session.region.id
  const settings =
    app !== null && hasSettings(context, app)
      ? html`<a class="button" href="${settingsPath(appKey)}" aria-label="Settings of ${name}">Settings</a>`
      : ''
  return html`<div class="card">
    <div class="row">
      ${appName(app, listed)} ${settings}
      <a class="button main" href="${panelPath(appKey)}" aria-label="Open ${name}">Open</a>
    </div>
    ${installs.some(({ isPaymentPending }) => isPaymentPending) ? payForm(appKey, name) : ''}
    ${installs.map((install) => uninstallForm(context, storeId, { install, name, isAgain: isOffered && isHere(install) }))}
    ${isOffered && !installs.some(isHere) ? installRow(session, listed) : ''}
  </div>`
}

/** Shows the app's initial (apps register no picture), name, key and status in this store. */
function appName(app: ReturnType<typeof appInStore>, { appKey, name }: Pick<Listed, 'appKey' | 'name'>): Html {
  const isPublished = app?.status === 'published'
  return html`<span class="icon" aria-hidden="true">${initial(name)}</span>
    <div class="grow">
      <span class="name">${name}</span>
      ${
        app === null
          ? html`<span class="badge">not registered</span>`
          : html`<span class="badge ${isPublished ? 'good' : 'wait'}">${isPublished ? 'published' : 'test app'}</span>`
      }
      <small class="under"><code>${appKey}</code></small>
    </div>`
}

function installPath(appKey: string): string {
  return `/admin/plugins/install/${appKey}`
}

function installRow({ region }: Session, { appKey, name }: Listed): Html {
  return html`<div class="row part">
    <div class="grow">${region.code} <span class="badge">not installed</span></div>
    <a class="button" href="${installPath(appKey)}" aria-label="Install ${name}">Install</a>
  </div>`
}

/** One payment covers all installs of a store. */
function payForm(appKey: string, name: string): Html {
  return html`<form class="row part" method="post" action="/admin/plugins/pay/${appKey}">
    <div class="grow">
      <span class="badge wait">payment pending</span> <small>The app receives no events, and its calls fail.</small>
    </div>
    <button class="main" type="submit" aria-label="Pay for ${name}">Pay</button>
  </form>`
}

interface Uninstallable {
  readonly install: LivingInstall
  readonly name: string
  /** Whether the consent page can ask for its permissions again from the selected region. */
  readonly isAgain: boolean
}

function uninstallForm(context: EmulatorContext, storeId: number, { install, name, isAgain }: Uninstallable): Html {
  const { appKey, regionId } = install
  const code = listAllRegions(context, storeId).find(({ id }) => id === regionId)?.code
  const what = code === undefined ? name : `${name}, ${code}`
  return html`<form class="row part" method="post" action="/admin/plugins/uninstall/${appKey}">
    <input type="hidden" name="region_id" value="${regionId ?? ''}" />
    <div class="grow">${regionLabel(context, storeId, regionId)} <span class="badge good">installed</span></div>
    ${
      isAgain
        ? html`<a class="button" href="${installPath(appKey)}" aria-label="Install again: ${name}">Install again</a>`
        : ''
    }
    <button type="submit" class="bad" aria-label="Uninstall ${what}">Uninstall</button>
  </form>`
}
