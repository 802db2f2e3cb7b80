import { html } from 'hono/html'

import { isScope, scopes } from '../../catalog/scopes.ts'
import type { Registration } from '../../control/contract.ts'
import { adminFrame } from '../admin/bar.ts'
import { page } from '../pages/page.ts'
import type { Session } from '../platform/sessions.ts'
import { storeWideRegions } from '../platform/stores.ts'
import type { World } from '../world.ts'

export interface ConsentForm {
  readonly app: Registration
  readonly session: Session
  readonly state: string | null
  /** Whether Cancel is to lead back to the app that wrote the address of this page (A25). */
  readonly isFromApp: boolean
  readonly formToken: string
  /** Path and query of this page: switching the region leads back to it. */
  readonly here: string
}

/** The consent screen: what the app may do, which of it can be switched off, and where it would be installed. No JavaScript. */
export function consentPage(
  world: World,
  { app, session, state, isFromApp, formToken, here }: ConsentForm,
): Promise<Response> {
  const action = `/admin/plugins/install/${app.app_key}`
  const stateField = state === null ? '' : html`<input type="hidden" name="state" value="${state}" />`
  return page({
    title: `Install ${app.name}`,
    ...adminFrame(world, session, here),
    width: 'narrow',
    ...formTarget(app),
    body: html`
      <p class="lead">
        <code>${app.app_key}</code> asks to be installed in <strong>${session.store.name}</strong>,
        ${place(world, app, session)}.
      </p>
      ${app.price === null ? '' : html`<p>Price: <strong>${app.price}</strong></p>`}
      <form method="post" action="${action}/approve" id="consent" class="card">
        <input type="hidden" name="form_token" value="${formToken}" />
        ${stateField} ${isFromApp ? html`<input type="hidden" name="from_app" value="1" />` : ''}
        <h2>It will be able to</h2>
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

/** A required permission is sent along without being asked; an optional one is a box that can be switched off. */
function permission(app: Registration, scope: string) {
  const words = html`<span class="grow"
    >${isScope(scope) ? scopes[scope].opens : ''}<small><code>${scope}</code></small></span
  >`
  if (app.optional_scopes.includes(scope)) {
    return html`<li class="optional">
      <label
        ><input type="checkbox" name="scope" value="${scope}" checked />${words}<span class="badge"
          >optional</span
        ></label
      >
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

function place(world: World, app: Registration, { store, region }: Session): string {
  if (app.install_scope === 'region') return `region ${region.code} (${region.currencyCode})`
  const regions = storeWideRegions(world, store.id, app.countries).map(({ code }) => code)
  return `store-wide: ${regions.join(', ')}`
}

/**
 * A browser applies `form-action` to every redirect that follows the form too: to the return address, and to wherever the app leads from there, which may
 * be another server on the developer's machine.
 */
function formTarget({ redirect_uris: [uri] }: Registration): { formAction?: string } {
  const url = uri === undefined ? null : URL.parse(uri)
  return url === null ? {} : { formAction: `${url.origin} http://localhost:* http://127.0.0.1:* https:` }
}
