import { html } from 'hono/html'

import { appStatusWords } from '../../catalog/status-words.ts'
import type { Registration } from '../../control/contract.ts'
import type { Html } from '../pages/page.ts'

const tones = { D: '', P: 'wait', published: 'good', X: 'bad' } as const

/** Shows the app's status as text. */
export function statusBadge({ status }: Pick<Registration, 'status'>): Html {
  return html`<span class="badge ${tones[status]}">${appStatusWords[status]}</span>`
}

/** Describes the status: who can see the app, and what is pending. */
export function statusRemark({ status, listed, has_unpublished_change: isChanged }: Registration): string {
  const remarks = [
    ...(listed ? ['in the app store'] : []),
    ...(status === 'published' && !listed ? ['for the developer’s own stores only'] : []),
    ...(isChanged ? ['panel change not published'] : []),
  ]
  return remarks.join(', ')
}
