import { html } from 'hono/html'

import type { Html } from '../pages/page.ts'
import type { Finding, FindingState } from './findings/finding.ts'

const badges: Readonly<Record<FindingState, string>> = { ok: 'good', warning: 'wait', error: 'bad', unknown: '' }

/** The findings as a list: `ok` on one line, anything else with its reason and what to do. */
export function findingList(findings: readonly Finding[]): Html {
  return html`${findings.map((finding) => (finding.state === 'ok' ? shortItem(finding) : longItem(finding)))}`
}

function shortItem({ title, what, rules }: Finding): Html {
  return html`<li class="finding ok">
    <span class="badge good">ok</span> <span class="name">${title}</span>: ${what} <small>${rules.join(' ')}</small>
  </li>`
}

function longItem({ title, state, what, rules, why, todo }: Finding): Html {
  return html`<li class="finding ${state}">
    <p>
      <span class="badge ${badges[state]}">${state}</span> <span class="name">${title}</span>
      <small>${rules.join(' ')}</small>
    </p>
    <p>${what}</p>
    ${why === '' ? '' : html`<p class="quiet">${why}</p>`} ${todo === '' ? '' : html`<p>→ ${todo}</p>`}
  </li>`
}

/** The result in one sentence. */
export function summaryOf(findings: readonly Finding[]): string {
  const number = (state: FindingState) => findings.filter((one) => one.state === state).length
  const [errors, warnings, unknown, ok] = [number('error'), number('warning'), number('unknown'), number('ok')]
  const parts = [
    errors === 0 ? '' : `${errors} ${errors === 1 ? 'error' : 'errors'}`,
    warnings === 0 ? '' : `${warnings} ${warnings === 1 ? 'warning' : 'warnings'}`,
    unknown === 0 ? '' : `${unknown} unknown`,
    `${ok} ok`,
  ]
  return parts.filter((part) => part !== '').join(', ')
}
