import { html } from 'hono/html'

import type { Registration } from '../../control/contract.ts'
import type { EmulatorContext } from '../context.ts'
import { page, type Html } from '../pages/page.ts'
import { hasInspector } from '../platform/inspectors.ts'
import { bars, site } from './frame.ts'
import { drawNote, type AppPart, type Note } from './note.ts'
import { installsPart } from './parts/installs.ts'
import { registrationPart } from './parts/registration.ts'
import { reviewPart } from './parts/review.ts'
import { testStoresPart, type TypedStore } from './parts/test-stores.ts'
import { webhooksPart } from './parts/webhooks.ts'
import type { TypedRegistration } from './registration-fields.ts'
import { statusBadge } from './status-badge.ts'

/** Page content in addition to the app. */
export interface AppVisit {
  readonly tab: AppTab
  readonly note: Note | null
  /** 400 if input was rejected. */
  readonly status?: number
  /** Rejected form values. */
  readonly typed?: TypedRegistration | undefined
  readonly typedStore?: TypedStore | undefined
  /** URL of the tab, with its query. */
  readonly url: URL
}

const tabs = {
  registration: 'Registration',
  'test-stores': 'Test stores',
  webhooks: 'Webhooks',
  review: 'Review',
  installs: 'Installs',
} as const satisfies Record<AppPart | 'installs', string>

export type AppTab = keyof typeof tabs

export function isAppTab(text: string): text is AppTab {
  return Object.hasOwn(tabs, text)
}

/** Returns the URL of a tab. The registration tab has the app's own URL. */
export function tabAddress(appKey: string, tab: AppTab): string {
  return `/apps/${appKey}${tab === 'registration' ? '' : `/${tab}`}`
}

/** Shows one tab of an app. */
export function appPage(context: EmulatorContext, app: Registration, visit: AppVisit): Promise<Response> {
  const { note, tab, status = 200 } = visit
  return page({
    title: app.name,
    status,
    part: site,
    bar: bars.apps,
    scripts: note?.scripts ?? [],
    // The sign-in form redirects to the store admin.
    formAction: new URL(context.urls().admin).origin,
    body: html`<p class="lead row"><code>${app.app_key}</code> ${statusBadge(app)}</p>
      <nav class="tabs" aria-label="Parts">
        ${Object.entries(tabs).map(
          ([name, label]) =>
            html`<a href="${tabAddress(app.app_key, name as AppTab)}" ${name === tab ? html`aria-current="page"` : ''}
              >${label}</a
            >`,
        )}
      </nav>
      <h2 class="unseen">${tabs[tab]}</h2>
      ${tab === 'installs' ? '' : drawNote(note, tab)} ${content(context, app, visit)}`,
  })
}

function content(context: EmulatorContext, app: Registration, { tab, url, typed, typedStore }: AppVisit): Html {
  if (tab === 'test-stores') return testStoresPart(context, app, typedStore)
  if (tab === 'webhooks') return webhooksPart(context, app, url)
  if (tab === 'review') return reviewPart(app)
  if (tab === 'installs') return installsPart(context, app.app_key)
  const isManaged = typed === undefined && hasInspector(context, app.app_key) && !url.searchParams.has('edit')
  return registrationPart(app, { typed, isManaged })
}
