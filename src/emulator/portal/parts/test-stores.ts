import { html } from 'hono/html'

import type { Registration, Store } from '../../../control/contract.ts'
import { stores } from '../../../control/operations/stores.ts'
import type { EmulatorContext } from '../../context.ts'
import type { ControlTools } from '../../control/control-tools.ts'
import type { Html } from '../../pages/page.ts'
import { findStore } from '../../platform/stores.ts'
import { readInput } from '../../read-input.ts'
import { openStore } from '../../seed/open-store.ts'
import type { Note } from '../note.ts'
import { listIn } from '../registration-fields.ts'
import { line } from '../registration-form.ts'

/** Form values for a store that was not created. */
export interface TypedStore {
  readonly name: string
  readonly regions: string
}

const REGIONS = 'Two-letter country codes, separated by commas. The first code sets the home region.'

const blank: TypedStore = { name: '', regions: 'TR, DE, GB' }

/** Shows the stores that can install a draft (APP-017, APP-019), and the form for a new one (APP-020). */
export function testStoresPart(context: EmulatorContext, app: Registration, typed: TypedStore = blank): Html {
  const codes = app.test_store_codes
  return html`${
      codes.length === 0
        ? html`<p class="card empty">
            No test stores yet. Open one below. Until approval, the app can be installed only in test stores.
          </p>`
        : codes.map((code) => storeRow(code, findStore(context, code), context.urls().storefront))
    }
    <form method="post" action="/apps/${app.app_key}/open-store" class="card">
      ${line('storeName', 'Store name', { value: typed.name, about: 'The store code is derived from the name.' })}
      ${line('regions', 'Regions', { value: typed.regions, about: REGIONS })}
      <div class="actions"><button class="main" type="submit">Open test store</button></div>
    </form>`
}

function storeRow(code: string, store: Store | null, storefront: string) {
  if (store === null)
    return html`<div class="card row"><code class="grow">${code}</code><span class="quiet">deleted</span></div>`
  return html`<div class="card row">
    <div class="grow">
      <code class="name">${code}</code
      ><small>${store.name} · ${store.regions.map((one) => `${one.code} ${one.currencyCode}`).join(', ')}</small>
    </div>
    <a class="button" href="${storefront}/${code}" aria-label="Storefront of ${code}">Storefront</a>
    <form method="post" action="/stores/${code}/sign-in">
      <button type="submit" aria-label="Open admin of ${code}">Open admin</button>
    </form>
  </div>`
}

/** Reads the form of a new store. */
export function readStore(form: URLSearchParams): TypedStore {
  return { name: form.get('storeName') ?? '', regions: form.get('regions') ?? blank.regions }
}

/** Creates a store and adds its code to the app's list (APP-022). */
export function openTestStore({ context }: ControlTools, app: Registration, form: URLSearchParams): Note {
  const { name, regions } = readStore(form)
  const input = readInput(stores.openStore, { name, regions: listIn(regions), appKey: app.app_key })
  const { store, manager } = openStore(context, input)
  return {
    part: 'test-stores',
    tone: 'good',
    body: html`<p>The store <code>${store.code}</code> is open. The manager’s password is shown only once:</p>
      <dl class="facts">
        <dt>Email</dt>
        <dd><code>${manager.email}</code></dd>
        <dt>Password</dt>
        <dd><code>${manager.password}</code></dd>
      </dl>`,
  }
}
