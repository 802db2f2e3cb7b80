import { html } from 'hono/html'

import type { Registration } from '../../../control/contract.ts'
import { AppError } from '../../../errors.ts'
import type { ControlTools } from '../../control/control-tools.ts'
import type { Html } from '../../pages/page.ts'
import { publish, review, setStatus } from '../../platform/lifecycle.ts'
import { noteOf, type Note } from '../note.ts'
import { statusBadge, statusRemark } from '../status-badge.ts'

/** Where the app stands, what Publish does from there, and the platform's verdict, which is given here by hand. */
export function reviewPart(app: Registration): Html {
  return html`<div class="card">
      <p class="row">${statusBadge(app)} <span class="quiet">${statusRemark(app)}</span></p>
      <p id="publishing">${publishing(app)}</p>
      <div class="row">
        ${button(app, { action: 'publish', field: ['audience', 'public'], label: 'Publish', isMain: true, ...refusedBy(app.status === 'X', 'publishing') })}
        ${button(app, { action: 'publish', field: ['audience', 'own-stores'], label: 'Publish to own stores', ...refusedBy(app.status === 'X', 'publishing') })}
      </div>
    </div>
    <div class="card">
      <h3>The platform's side</h3>
      <p class="quiet" id="verdict">
        ${app.status === 'P' ? VERDICT : 'There is nothing to review: the app is not in review.'}
      </p>
      <div class="row">
        ${button(app, { action: 'review', field: ['verdict', 'approve'], label: 'Approve review', ...refusedBy(app.status !== 'P', 'verdict') })}
        ${button(app, { action: 'review', field: ['verdict', 'refuse'], label: 'Refuse review', ...refusedBy(app.status !== 'P', 'verdict') })}
      </div>
      <p class="quiet">${app.status === 'X' ? afterwards(app) : SUSPENSION}</p>
      <div class="row">
        ${
          app.status === 'X'
            ? button(app, { action: 'suspend', field: ['suspended', 'no'], label: 'End suspension' })
            : button(app, { action: 'suspend', field: ['suspended', 'yes'], label: 'Suspend' })
        }
      </div>
    </div>`
}

const VERDICT = 'Once approved, the app is published and in the app store. Once refused, it is a draft again.'
const SUSPENSION = 'A suspended app gets no installs, no panel and no events; what is installed stays.'

/** Only of an app in the app store it is known that it was published, and for whom. */
function afterwards({ listed }: Registration): string {
  return listed
    ? 'When the suspension ends, the app is published and in the app store again.'
    : 'When the suspension ends, the app is a draft, and can be published again.'
}

const MEANWHILE = 'until it is approved it installs, and its panel opens, only in its test stores'

/** APP-024, APP-028, APP-029, APP-035: what the buttons do, before they are pressed. */
function publishing({ status, listed, has_unpublished_change: isChanged }: Registration): string {
  if (status === 'X') return 'A suspended app cannot be published.'
  if (status === 'P') return 'The platform reviews it. Until then it installs only into its test stores.'
  if (isChanged)
    return `The admin URL or the slots were changed since the last approval: Publish sends the app back to review, and ${MEANWHILE}.`
  if (listed) return 'A changed admin URL or changed slots send it back to review, when it is published again.'
  return `Publish sends it to review, and ${MEANWHILE}. For own stores only it is published at once, and stays out of the app store.`
}

interface Press {
  readonly action: string
  readonly field: readonly [name: string, value: string]
  readonly label: string
  readonly isMain?: true
  /** Where it would be refused: the id of the sentence that says why. */
  readonly refusedBy?: string
}

function refusedBy(isRefused: boolean, why: string): Pick<Press, 'refusedBy'> {
  return isRefused ? { refusedBy: why } : {}
}

function button(
  { app_key: key }: Registration,
  { action, field: [name, value], label, isMain, refusedBy: why }: Press,
) {
  return html`<form method="post" action="/apps/${key}/${action}">
    <input type="hidden" name="${name}" value="${value}" />
    <button
      class="${isMain ? 'main' : ''}"
      type="submit"
      ${why === undefined ? '' : html`disabled aria-describedby="${why}"`}
    >
      ${label}
    </button>
  </form>`
}

const outcomes = {
  D: 'It is a draft.',
  P: 'It is in review.',
  published: 'It is published.',
  X: 'It is suspended.',
} as const

/** Publish, to everybody or to own stores. */
export function publishApp({ world }: ControlTools, app: Registration, form: URLSearchParams): Note {
  return noteOf('review', outcomes[publish(world, app.app_key, audienceOf(form)).status])
}

/** What Publish did with this form. */
export function publishedWords(form: URLSearchParams): string {
  return audienceOf(form) === 'public' ? 'sent to review' : 'published to own stores'
}

function audienceOf(form: URLSearchParams): 'public' | 'own-stores' {
  return form.get('audience') === 'own-stores' ? 'own-stores' : 'public'
}

/** The verdict. */
export function reviewApp({ world }: ControlTools, app: Registration, form: URLSearchParams): Note {
  const verdict = form.get('verdict')
  if (verdict !== 'approve' && verdict !== 'refuse')
    throw new AppError('emulator.bad-request', 'A verdict is approve or refuse.')
  return noteOf('review', outcomes[review(world, app.app_key, verdict === 'approve').status])
}

/** What the verdict of this form was. */
export function reviewedWords(form: URLSearchParams): string {
  return form.get('verdict') === 'approve' ? 'approved by review' : 'refused by review'
}

/** A suspension by the platform, or its end. */
export function suspendApp(
  { world }: ControlTools,
  { app_key: key, status, listed }: Registration,
  form: URLSearchParams,
): Note {
  if (form.get('suspended') === 'yes') return noteOf('review', outcomes[setStatus(world, key, 'X').status])
  if (status !== 'X') throw new AppError('emulator.conflict', `${key} is not suspended.`)
  return noteOf('review', outcomes[setStatus(world, key, listed ? 'published' : 'D').status])
}
