import { html } from 'hono/html'

import type { Registration } from '../../../control/contract.ts'
import { AppError } from '../../../errors.ts'
import type { ControlTools } from '../../control/control-tools.ts'
import type { Html } from '../../pages/page.ts'
import { publish, review, setStatus } from '../../platform/lifecycle.ts'
import { noteOf, type Note } from '../note.ts'
import { statusBadge, statusRemark } from '../status-badge.ts'

/** Shows the app's status, the effect of Publish, and the buttons for the platform's verdict. */
export function reviewPart(app: Registration): Html {
  return html`<div class="card">
      <p class="row">${statusBadge(app)} <span class="quiet">${statusRemark(app)}</span></p>
      <p id="publishing">${publishing(app)}</p>
      <div class="row">
        ${button(app, { action: 'publish', field: ['audience', 'public'], label: 'Publish', isMain: true, ...rejectedBy(app.status === 'X', 'publishing') })}
        ${button(app, { action: 'publish', field: ['audience', 'own-stores'], label: 'Publish to own stores', ...rejectedBy(app.status === 'X', 'publishing') })}
      </div>
    </div>
    <div class="card">
      <h3>Platform review</h3>
      <p class="quiet" id="verdict">${app.status === 'P' ? VERDICT : 'The app is not in review.'}</p>
      <div class="row">
        ${button(app, { action: 'review', field: ['verdict', 'approve'], label: 'Approve review', ...rejectedBy(app.status !== 'P', 'verdict') })}
        ${button(app, { action: 'review', field: ['verdict', 'refuse'], label: 'Reject review', ...rejectedBy(app.status !== 'P', 'verdict') })}
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

const VERDICT = 'Approval publishes the app in the app store. A rejected app becomes a draft again.'
const SUSPENSION = 'A suspended app has no panel and gets no new installs or events. Existing installs remain.'

/** Describes the status after a suspension. Only for an app in the app store it is known that it was published, and for whom. */
function afterwards({ listed }: Registration): string {
  return listed
    ? 'After the suspension, the app is published in the app store again.'
    : 'After the suspension, the app is a draft and can be published again.'
}

const MEANWHILE = 'Until approval, the app can be installed and opened only in its test stores.'

/** Describes the buttons' effect in advance (APP-024, APP-028, APP-029, APP-035). */
function publishing({ status, listed, has_unpublished_change: isChanged }: Registration): string {
  if (status === 'X') return 'A suspended app cannot be published.'
  if (status === 'P')
    return 'The platform is reviewing the app. Until approval, the app can be installed only in its test stores.'
  if (isChanged)
    return `The panel URL or the slots changed since the last approval. Publish sends the app back to review. ${MEANWHILE}`
  if (listed) return 'If you change the panel URL or the slots, the next Publish sends the app back to review.'
  return `Publish sends the app to review. ${MEANWHILE} Publish to own stores skips the review and the app store.`
}

interface Press {
  readonly action: string
  readonly field: readonly [name: string, value: string]
  readonly label: string
  readonly isMain?: true
  /** Id of the sentence that explains why the button is disabled. */
  readonly refusedBy?: string
}

function rejectedBy(isRefused: boolean, why: string): Pick<Press, 'refusedBy'> {
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
  D: 'The app is a draft.',
  P: 'The app is in review.',
  published: 'The app is published.',
  X: 'The app is suspended.',
} as const

/** Publishes the app to all stores or to own stores. */
export function publishApp({ context }: ControlTools, app: Registration, form: URLSearchParams): Note {
  return noteOf('review', outcomes[publish(context, app.app_key, audienceOf(form)).status])
}

/** Describes the result of Publish with this form. */
export function publishedWords(form: URLSearchParams): string {
  return audienceOf(form) === 'public' ? 'sent to review' : "published to the developer's own stores"
}

function audienceOf(form: URLSearchParams): 'public' | 'own-stores' {
  return form.get('audience') === 'own-stores' ? 'own-stores' : 'public'
}

/** Applies the review verdict. */
export function reviewApp({ context }: ControlTools, app: Registration, form: URLSearchParams): Note {
  const verdict = form.get('verdict')
  if (verdict !== 'approve' && verdict !== 'refuse')
    throw new AppError('emulator.bad-request', 'The verdict must be approve or refuse.')
  return noteOf('review', outcomes[review(context, app.app_key, verdict === 'approve').status])
}

/** Describes this form's verdict. */
export function reviewedWords(form: URLSearchParams): string {
  return form.get('verdict') === 'approve' ? 'approved by review' : 'rejected by review'
}

/** Suspends the app for the platform, or ends the suspension. */
export function suspendApp(
  { context }: ControlTools,
  { app_key: key, status, listed }: Registration,
  form: URLSearchParams,
): Note {
  if (form.get('suspended') === 'yes') return noteOf('review', outcomes[setStatus(context, key, 'X').status])
  if (status !== 'X') throw new AppError('emulator.conflict', `${key} is not suspended.`)
  return noteOf('review', outcomes[setStatus(context, key, listed ? 'published' : 'D').status])
}
