import { html } from 'hono/html'

import { isScope, scopes } from '../../catalog/scopes.ts'
import type { Registration, StoreRegion } from '../../control/contract.ts'
import { adminFrame } from '../admin/bar.ts'
import type { EmulatorContext } from '../context.ts'
import { factList } from '../pages/facts.ts'
import { initial } from '../pages/initial.ts'
import { page, type Html } from '../pages/page.ts'
import { countryOf } from '../platform/countries.ts'
import { planOf, type Plan } from '../platform/plans.ts'
import type { Session } from '../platform/sessions.ts'
import { storeWideRegions } from '../platform/stores.ts'

export interface ConsentForm {
  readonly app: Registration
  readonly session: Session
  readonly state: string | null
  /** True if Cancel returns to the app that wrote this page's address (A25). */
  readonly isFromApp: boolean
  readonly formToken: string
  /** Path and query of this page. Switching the region returns to it. */
  readonly here: string
}

/** Renders the consent screen: the app's permissions, which of them can be switched off, and the install's store and region. No JavaScript. */
export function consentPage(
  context: EmulatorContext,
  { app, session, state, isFromApp, formToken, here }: ConsentForm,
): Promise<Response> {
  const action = `/admin/plugins/install/${app.app_key}`
  const stateField = state === null ? '' : html`<input type="hidden" name="state" value="${state}" />`
  return page({
    title: `Install ${app.name}`,
    ...adminFrame(context, session, here),
    width: 'narrow',
    ...formTarget(app),
    body: html`
      <div class="row asking">
        <span class="icon" role="img" aria-label="First letter of the app name" title="Apps cannot register an icon"
          >${initial(app.name)}</span
        >
        <p class="lead grow">
          <code>${app.app_key}</code> by <strong>${developerOf(app)}</strong> requests access to
          <strong>${session.store.name}</strong>, ${place(context, app, session)}.
        </p>
      </div>
      ${app.price === null ? '' : html`<p>Price: <strong>${app.price}</strong></p>`}
      <div class="card">${factList(facts(context, app, session))}</div>
      <form method="post" action="${action}/approve" id="consent" class="card">
        <input type="hidden" name="form_token" value="${formToken}" />
        ${stateField} ${isFromApp ? html`<input type="hidden" name="from_app" value="1" />` : ''}
        <h2>Permissions</h2>
        <ul class="permissions">
          ${app.requested_scopes.map((scope) => permission(app, scope))}
        </ul>
        <p class="actions">
          <button class="main" type="submit">Approve</button>
          <button type="submit" formaction="${action}/deny">Cancel</button>
        </p>
      </form>
    `,
  })
}

/** Returns the company in `app.<company>.<name>`, because the registration has no other developer name. */
function developerOf({ app_key: appKey }: Registration): string {
  return appKey.split('.')[1] ?? appKey
}

const planWords: Readonly<Partial<Record<Plan, string>>> = {
  paid: 'paid',
  'paid-pending': 'selected, payment pending',
  'provisioning-rejected': 'selected, provisioning rejected',
}

function facts(
  context: EmulatorContext,
  app: Registration,
  { store, region }: Session,
): [string, string | Html | null][] {
  const regions = app.install_scope === 'region' ? [region] : storeWideRegions(context, store.id, app.countries)
  const plan = planOf(context, { appKey: app.app_key, storeId: store.id })
  const [uri] = app.redirect_uris
  return [
    ['Developer', html`${developerOf(app)} <small>from the app key</small>`],
    [
      regions.length === 1 ? 'Region' : 'Regions',
      html`${regions.map((one) => html`<span class="line">${regionWords(one)}</span>`)}`,
    ],
    ['Plan', planWords[plan] ?? (app.price === null ? 'free of charge' : null)],
    ['Redirect URI', uri === undefined ? null : html`<code>${uri}</code>`],
  ]
}

/** Returns a region's name for its owner: the name of its country. */
function regionWords({ code, countryCode, currencyCode }: StoreRegion): string {
  return `${countryOf(countryCode).name}: ${code}, ${currencyCode}`
}

/** A required permission is sent without a choice. An optional one is a checkbox. */
function permission(app: Registration, scope: string) {
  const words = html`<span class="grow"
    >${isScope(scope) ? scopes[scope].grants : ''}<small><code>${scope}</code></small></span
  >`
  if (app.optional_scopes.includes(scope)) {
    return html`<li class="optional">
      <label
        ><input type="checkbox" name="scope" value="${scope}" checked />${words}<span class="badge"
          >optional</span
        ></label
      >
      <small class="lost">Without this permission, calls from ${app.name} that need it are rejected.</small>
    </li>`
  }
  return html`<li>
    <label
      ><input type="hidden" name="scope" value="${scope}" /><input type="checkbox" checked disabled />${words}<span
        class="badge"
        >required</span
      ></label
    >
  </li>`
}

function place(context: EmulatorContext, app: Registration, { store, region }: Session): string {
  if (app.install_scope === 'region') return `region ${region.code} (${region.currencyCode})`
  const regions = storeWideRegions(context, store.id, app.countries).map(({ code }) => code)
  return `store-wide: ${regions.join(', ')}`
}

/**
 * A browser also applies `form-action` to every redirect after the form: to the return address, and
 * to the app's next redirect, which may be another server on the developer's machine.
 */
function formTarget({ redirect_uris: [uri] }: Registration): { formAction?: string } {
  const url = uri === undefined ? null : URL.parse(uri)
  return url === null ? {} : { formAction: `${url.origin} http://localhost:* http://127.0.0.1:* https:` }
}
