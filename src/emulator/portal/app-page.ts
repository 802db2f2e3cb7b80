import { html } from 'hono/html'

import type { Registration } from '../../control/contract.ts'
import { page, type Html } from '../pages/page.ts'
import type { World } from '../world.ts'
import { bar, site } from './frame.ts'
import { drawNote, type AppPart, type Note } from './note.ts'
import { installsPart } from './parts/installs.ts'
import { registrationPart } from './parts/registration.ts'
import { reviewPart } from './parts/review.ts'
import { testStoresPart, type TypedStore } from './parts/test-stores.ts'
import { webhooksPart } from './parts/webhooks.ts'
import type { TypedRegistration } from './registration-fields.ts'
import { statusBadge } from './status-badge.ts'

/** What stands on the page besides what is known of the app. */
export interface AppVisit {
  readonly note: Note | null
  /** 400 where something was refused. */
  readonly status?: number
  /** What was typed and not accepted. */
  readonly typed?: TypedRegistration | undefined
  readonly typedStore?: TypedStore | undefined
  /** The queue from this delivery on. */
  readonly before?: number | null
}

/** One app with all its parts: registration, test stores, webhooks, review, installs. */
export function appPage(world: World, app: Registration, visit: AppVisit): Promise<Response> {
  const { note, status = 200, before = null } = visit
  return page({
    title: app.name,
    status,
    part: site,
    bar,
    scripts: note?.scripts ?? [],
    // Signing in leads from here to the store admin.
    formAction: new URL(world.urls().admin).origin,
    body: html`<p class="lead row"><code>${app.app_key}</code> ${statusBadge(app)}</p>
      <nav class="tabs sticky" aria-label="Parts">
        <a href="#registration">Registration</a><a href="#test-stores">Test stores</a><a href="#webhooks">Webhooks</a
        ><a href="#review">Review</a><a href="#installs">Installs</a>
      </nav>
      ${section('registration', note, registrationPart(app, visit.typed))}
      ${section('test-stores', note, testStoresPart(world, app, visit.typedStore))}
      ${section('webhooks', note, webhooksPart(world, app, before))} ${section('review', note, reviewPart(app))}
      <h2 id="installs">Installs</h2>
      ${installsPart(world, app.app_key)}`,
  })
}

const headings = {
  registration: 'Registration',
  'test-stores': 'Test stores',
  webhooks: 'Webhooks',
  review: 'Review',
} as const satisfies Record<AppPart, string>

function section(name: AppPart, note: Note | null, content: Html): Html {
  return html`<h2 id="${name}">${headings[name]}</h2>
    ${drawNote(note, name)} ${content}`
}
