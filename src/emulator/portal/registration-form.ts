import { html } from 'hono/html'

import { scopes, scopeNames } from '../../catalog/scopes.ts'
import { topics, topicNames } from '../../catalog/topics.ts'
import type { Html } from '../pages/page.ts'
import type { TypedRegistration } from './registration-fields.ts'

/** Shows the fields of a registration. Key and countries cannot change later, so only the form of a new app has them (APP-002, APP-006). */
export function registrationFields(typed: TypedRegistration, { isNew }: { readonly isNew: boolean }): Html {
  return html`${isNew ? keyField(typed) : ''}
  ${line('name', 'Name', { value: typed.name, about: 'Shown to store owners.' })}
  ${area('redirectUris', 'Redirect URIs', {
    value: typed.redirectUris,
    rows: 2,
    about: 'Enter one URI per line, or separate the URIs with commas. Installs use only the first URI.',
  })}
  ${line('webhookUrl', 'Webhook URL', { value: typed.webhookUrl, about: 'URL that receives events. Leave the field empty to receive no events.' })}
  ${area('manifest', 'Admin manifest', {
    value: typed.manifest,
    rows: 8,
    about:
      'JSON with renderMode, appUrl, installScope and slots. Leave the field empty for an app without admin pages.',
  })}
  ${ticks('Scopes', { name: 'scope', ticked: typed.scopes, of: scopeNames.map((name) => [name, scopes[name].grants]) })}
  ${line('optionalScopes', 'Optional scopes', { value: typed.optionalScopes, about: 'Scopes that the store owner can turn off, separated by commas.' })}
  ${ticks('Topics', { name: 'topic', ticked: typed.topics, of: topicNames.map((name) => [name, topics[name].meaning]) })}
  ${installScope(typed.installScope)}
  ${line('price', 'Price', { value: typed.price, about: 'Text shown to store owners. Leave the field empty for a free app.' })}
  ${isNew ? line('countries', 'Countries', { value: typed.countries, about: COUNTRIES }) : ''}`
}

const COUNTRIES =
  'Two-letter country codes, separated by commas, for example TR, DE. Leave the field empty for a global app. Cannot be changed later.'

function keyField({ appKey }: TypedRegistration) {
  return line('appKey', 'App key', {
    value: appKey,
    about: 'app.<company>.<name> in lowercase. Cannot be changed later.',
  })
}

interface Text {
  readonly value: string
  readonly about: string
}

/** Shows a single-line field. The response reports errors, so the browser checks nothing. */
export function line(name: string, label: string, { value, about }: Text): Html {
  return html`<div class="field">
    <label for="field-${name}">${label}</label>
    <input
      id="field-${name}"
      name="${name}"
      value="${value}"
      autocomplete="off"
      spellcheck="false"
      aria-describedby="about-${name}"
    />
    <small id="about-${name}">${about}</small>
  </div>`
}

/** Shows a textarea. A browser drops a line break at its start, so exactly one is put before the value. */
function area(name: string, label: string, { value, rows, about }: Text & { readonly rows: number }): Html {
  return html`<div class="field">
    <label for="field-${name}">${label}</label>
    <textarea
      id="field-${name}"
      name="${name}"
      rows="${rows}"
      autocomplete="off"
      spellcheck="false"
      aria-describedby="about-${name}"
    >
${value}</textarea>
    <small id="about-${name}">${about}</small>
  </div>`
}

interface Ticks {
  readonly name: string
  readonly ticked: readonly string[]
  /** Value and meaning. */
  readonly of: readonly (readonly [string, string])[]
}

function ticks(legend: string, { name, ticked, of }: Ticks): Html {
  return html`<fieldset class="ticks">
    <legend>${legend}</legend>
    ${of.map(
      ([value, meaning]) =>
        html`<div>
          <label
            ><input
              type="checkbox"
              name="${name}"
              value="${value}"
              aria-describedby="about-${name}-${value}"
              ${ticked.includes(value) ? 'checked' : ''}
            />${value}</label
          >
          <small id="about-${name}-${value}">${meaning}</small>
        </div>`,
    )}
  </fieldset>`
}

const installScopes: readonly (readonly [string, string])[] = [
  ['region', 'region: one install for each region'],
  ['store', 'store: one install for the whole store'],
]

function installScope(chosen: string): Html {
  const isKnown = installScopes.some(([value]) => value === chosen)
  const all = isKnown ? installScopes : [...installScopes, [chosen, chosen] as const]
  return html`<div class="field">
    <label for="field-installScope">Install scope</label>
    <select id="field-installScope" name="installScope">
      ${all.map(([value, text]) => html`<option value="${value}" ${value === chosen ? 'selected' : ''}>${text}</option>`)}
    </select>
  </div>`
}
