import { html } from 'hono/html'

import type { AppError } from '../../errors.ts'
import type { Html } from '../pages/page.ts'

/** Parts of an app's page. */
export type AppPart = 'registration' | 'test-stores' | 'webhooks' | 'review'

/** Parts of pages that show notes. */
export type PartName = AppPart | 'data'

/** Result of a button, shown once in its own part. */
export interface Note {
  readonly part: PartName
  readonly tone: 'good' | 'wait' | 'bad'
  readonly body: Html
  /** Scripts that the note needs on its page. */
  readonly scripts?: readonly string[]
}

/** Creates a note of one sentence and optional details. */
export function noteOf(part: PartName, text: string, more: readonly string[] = []): Note {
  const tone = more.length === 0 ? 'good' : 'wait'
  return {
    part,
    tone,
    body: html`<p>${text}</p>
      ${more.map((line) => html`<p>${line}</p>`)}`,
  }
}

/** Creates a note that explains why an action failed. */
export function rejectionNote(part: PartName, error: AppError): Note {
  return { part, tone: 'bad', body: html`<p>${rejectionWords(error)}</p>` }
}

/** Shows the note if it belongs to this part. */
export function drawNote(note: Note | null, part: PartName): Html | string {
  if (note?.part !== part) return ''
  return html`<div class="note ${note.tone}" role="${note.tone === 'bad' ? 'alert' : 'status'}">${note.body}</div>`
}

/** Form labels of the fields, because errors contain the documented names. */
const labels: Readonly<Record<string, string>> = {
  name: 'Name',
  requested_scopes: 'Scopes',
  optional_scopes: 'Optional scopes',
  redirect_uris: 'Redirect URIs',
  install_scope: 'Install scope',
  webhook_url: 'Webhook URL',
  webhook_topics: 'Topics',
  admin_manifest_json: 'Admin manifest',
  countries: 'Countries',
  price: 'Price',
}

/** Formats an error with its suggestions, except commands, because the page has buttons. */
export function rejectionWords({ message, suggestions }: AppError): string {
  const [field = ''] = message.split(':', 1)
  const label = labels[field]
  const words = label === undefined ? message : label + message.slice(field.length)
  return [words, ...suggestions.filter((one) => !one.startsWith('app '))].join(' ')
}
