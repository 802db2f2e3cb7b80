import { html } from 'hono/html'

import type { AppError } from '../../errors.ts'
import type { Html } from '../pages/page.ts'

/** The parts of an app's page. */
export type AppPart = 'registration' | 'test-stores' | 'webhooks' | 'review'

/** The parts of pages that have notes. */
export type PartName = AppPart | 'data'

/** The result of a button: shown once, in its own part. */
export interface Note {
  readonly part: PartName
  readonly tone: 'good' | 'wait' | 'bad'
  readonly body: Html
  /** What it needs on its page. */
  readonly scripts?: readonly string[]
}

/** A note of one sentence, and what is worth knowing besides. */
export function noteOf(part: PartName, text: string, more: readonly string[] = []): Note {
  const tone = more.length === 0 ? 'good' : 'wait'
  return {
    part,
    tone,
    body: html`<p>${text}</p>
      ${more.map((line) => html`<p>${line}</p>`)}`,
  }
}

/** Why it was not done, in words. */
export function refusalNote(part: PartName, error: AppError): Note {
  return { part, tone: 'bad', body: html`<p>${refusalWords(error)}</p>` }
}

/** The note of this part, if it is the one. */
export function drawNote(note: Note | null, part: PartName): Html | string {
  if (note?.part !== part) return ''
  return html`<div class="note ${note.tone}" role="${note.tone === 'bad' ? 'alert' : 'status'}">${note.body}</div>`
}

/** The names of the form's fields, where a refusal has those of the documents. */
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

/** A refusal with what it advises, as long as that is no command: the page has buttons. */
export function refusalWords({ message, suggestions }: AppError): string {
  const [field = ''] = message.split(':', 1)
  const label = labels[field]
  const words = label === undefined ? message : label + message.slice(field.length)
  return [words, ...suggestions.filter((one) => !one.startsWith('app '))].join(' ')
}
