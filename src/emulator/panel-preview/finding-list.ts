import { html } from 'hono/html'

import { prose, type Html } from '../pages/page.ts'
import { count, type Finding, type FindingState } from './findings/finding.ts'

const badges: Readonly<Record<FindingState, string>> = { ok: 'good', warning: 'wait', error: 'bad', unknown: '' }

/** Lists the findings: problems with reason and fix, then the passed checks, collapsed. */
export function findingList(findings: readonly Finding[]): Html {
  const passed = findings.filter(({ state }) => state === 'ok')
  return html`${findings.filter(({ state }) => state !== 'ok').map(longItem)}
  ${
    passed.length === 0
      ? ''
      : html`<li class="finding">
          <details class="passed">
            <summary>${passed.length} passed</summary>
            <ul>
              ${passed.map(shortItem)}
            </ul>
          </details>
        </li>`
  }`
}

function shortItem({ title, what }: Finding): Html {
  return html`<li class="finding ok">
    <span class="badge good">ok</span> <span class="name">${title}</span>: ${what}
  </li>`
}

function longItem({ title, state, what, rules, why, todo }: Finding): Html {
  return html`<li class="finding ${state}">
    <p><span class="badge ${badges[state]}">${state}</span> <span class="name">${title}</span></p>
    <p>${what}</p>
    ${why === '' ? '' : html`<p class="quiet">${why}</p>`} ${todo === '' ? '' : html`<p>→ ${prose(todo)}</p>`}
    ${
      rules.length === 0 || state === 'unknown'
        ? ''
        : html`<p class="quiet">${rules.map((rule) => html`<code>app explain ${rule}</code> `)}</p>`
    }
  </li>`
}

/** Summarizes the findings in one sentence. */
export function summaryOf(findings: readonly Finding[]): string {
  const number = (state: FindingState) => findings.filter((one) => one.state === state).length
  const [errors, warnings, unknown] = [number('error'), number('warning'), number('unknown')]
  const open = unknown === 0 ? '' : ` ${count(unknown, 'check')} ${unknown === 1 ? 'has' : 'have'} no result yet.`
  if (errors > 0) return `The panel has problems: ${count(errors, 'error')}, ${count(warnings, 'warning')}.${open}`
  if (warnings > 0) return `The panel works, but has ${count(warnings, 'warning')}.${open}`
  return unknown > 0 ? `No problems so far.${open}` : `The panel is ready: all ${findings.length} checks passed.`
}
