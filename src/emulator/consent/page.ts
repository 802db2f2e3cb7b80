import { html } from 'hono/html'

import { isScope, scopes } from '../../catalog/scopes.ts'
import type { Registration } from '../../control/contract.ts'
import { sessionBar } from '../admin/bar.ts'
import { page } from '../pages.ts'
import type { Session } from '../registry/sessions.ts'
import { supportedRegions } from '../registry/stores.ts'

export interface ConsentForm {
  readonly app: Registration
  readonly session: Session
  readonly state: string | null
  readonly formToken: string
}

/** The consent screen: what the app may do, which of it can be switched off, and where it would be installed. No JavaScript. */
export function consentPage({ app, session, state, formToken }: ConsentForm): Promise<Response> {
  const action = `/admin/plugins/install/${app.app_key}`
  const stateField = state === null ? '' : html`<input type="hidden" name="state" value="${state}" />`
  return page({
    title: `Install ${app.name}`,
    bar: sessionBar(session),
    ...formTarget(app),
    body: html`
      <p>
        <code>${app.app_key}</code> asks to be installed in <strong>${session.store.name}</strong>,
        ${place(app, session)}.
      </p>
      <form method="post" action="${action}/approve" id="consent">
        <input type="hidden" name="form_token" value="${formToken}" />
        ${stateField}
        <h2>It will be able to</h2>
        ${app.requested_scopes.map((scope) => permission(app, scope))}
        <p class="actions">
          <button class="main" type="submit">Approve</button>
          <button type="submit" formaction="${action}/deny">Cancel</button>
        </p>
      </form>
    `,
  })
}

/** A required permission is sent along without being asked; an optional one is a box that can be switched off. */
function permission(app: Registration, scope: string) {
  const opens = isScope(scope) ? scopes[scope].opens : ''
  if (app.optional_scopes.includes(scope)) {
    return html`<label
      ><input type="checkbox" name="scope" value="${scope}" checked /> <code>${scope}</code> ${opens}
      <small>(optional)</small></label
    >`
  }
  return html`<label
    ><input type="hidden" name="scope" value="${scope}" /><input type="checkbox" checked disabled />
    <code>${scope}</code> ${opens}</label
  >`
}

function place(app: Registration, { store, region }: Session): string {
  if (app.install_scope === 'region') return `region ${region.code} (${region.currencyCode})`
  const regions = supportedRegions(store.regions, app.countries).map(({ code }) => code)
  return `store-wide: ${regions.join(', ')}`
}

/** A browser also applies `form-action` to the redirect that follows the form. */
function formTarget({ redirect_uris: [uri] }: Registration): { formAction?: string } {
  const url = uri === undefined ? null : URL.parse(uri)
  return url === null ? {} : { formAction: url.origin }
}
