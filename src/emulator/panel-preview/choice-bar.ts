import { html } from 'hono/html'

import type { SlotType } from '../../protocol/manifest-slots.ts'
import type { Html } from '../pages/page.ts'
import { hintKinds, locales, themes, tokenKinds, widths, type Choice } from './choice.ts'
import { entityType } from './preview-frame.ts'

export interface ChoiceBar {
  readonly url: URL
  readonly choice: Choice
  readonly slots: readonly SlotType[]
  /** Languages of the store's regions. */
  readonly languages: readonly string[]
  /** Language of the selected region. */
  readonly content: string
}

/** Shows all choices as links, so that each needs one click or key and works without scripts. */
export function choiceBar({ url, choice, slots, languages, content }: ChoiceBar): Html {
  const row = (
    label: string,
    name: string,
    [chosen, options]: readonly [string, readonly (readonly [string, string])[]],
  ) =>
    html`<div class="preview-row">
      <span class="quiet" id="preview-${name}">${label}</span>
      <nav class="tabs" aria-labelledby="preview-${name}">
        ${options.map(
          ([value, words]) =>
            html`<a href="${withQuery(url, name, value)}" ${value === chosen ? html`aria-current="true"` : ''}
              >${words}</a
            >`,
        )}
      </nav>
    </div>`
  const isPanel = choice.surface === 'fullpage'
  const hasContext = !isPanel && choice.surface !== 'storefront-block'
  const entity = entityType(choice.surface)
  return html`<div class="card preview-choices">
    ${row('View', 'view', [choice.surface, slots.map((slot) => [slot, slotWords[slot]])])}
    ${isPanel ? row('Token', 'token', [choice.token, tokenKinds.map((kind) => [kind, tokenWords[kind]])]) : ''}
    ${row('Language', 'locale', [choice.locale, locales.map(same)])}
    ${hasContext ? row('Content language', 'content', [choice.content ?? content, languages.map(same)]) : ''}
    ${entity === null ? '' : row('Hints', 'hints', [choice.hints, hintKinds.map(same)])}
    ${row('Theme', 'theme', [choice.theme, themes.map((theme) => [theme, theme === 'browser' ? 'browser default' : theme])])}
    ${row('Width', 'width', [choice.width, widths.map((width) => [width, width === 'page' ? 'full width' : `${width} px`])])}
    ${
      entity === null
        ? ''
        : html`<form class="preview-row" method="get" action="${url.pathname}">
            ${[...url.searchParams]
              .filter(([name]) => name !== 'record')
              .map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
            <label class="inline"
              ><span class="quiet">${slotWords[choice.surface]} id</span>
              <input type="number" name="record" min="1" value="${choice.record ?? ''}" placeholder="newest"
            /></label>
            <button type="submit">Show</button>
          </form>`
    }
    <p class="actions">
      <a class="button main" href="${withQuery(url, 'check', null)}">${isPanel ? 'New token' : 'Open again'}</a>
      ${isPanel ? html`<a class="button" href="${withQuery(url, 'check', 'tokens')}">Test invalid tokens</a>` : ''}
    </p>
  </div>`
}

function same<T extends string>(value: T): readonly [T, T] {
  return [value, value]
}

const slotWords: Readonly<Record<SlotType, string>> = {
  fullpage: 'Full page',
  settings: 'Settings',
  'order-detail': 'Order',
  'customer-detail': 'Customer',
  'product-detail': 'Product',
  'storefront-block': 'Storefront',
}

const tokenWords: Readonly<Record<Choice['token'], string>> = {
  good: 'valid',
  malformed: 'malformed',
  bad_signature: 'invalid signature',
  other_app: 'other app',
  expired: 'expired',
  not_yet_valid: 'not yet valid',
  none: 'missing',
}

/** Returns the page's URL with one changed parameter. Null removes it. */
function withQuery({ pathname, searchParams }: URL, name: string, value: string | null): string {
  const query = new URLSearchParams(searchParams)
  // The token check applies to one page only.
  query.delete('check')
  if (value === null) query.delete(name)
  else query.set(name, value)
  return query.size === 0 ? pathname : `${pathname}?${query.toString()}`
}
