import { html } from 'hono/html'

import { appStatusWords } from '../../catalog/status-words.ts'
import type { Registration } from '../../control/contract.ts'
import type { Html } from '../pages/page.ts'

const tones = { D: '', P: 'wait', published: 'good', X: 'bad' } as const

/** Where the app stands, in words. */
export function statusBadge({ status }: Pick<Registration, 'status'>): Html {
  return html`<span class="badge ${tones[status]}">${appStatusWords[status]}</span>`
}

/** What goes with the status: who sees the app, and what waits. */
export function statusRemark({ status, listed, has_unpublished_change: isChanged }: Registration): string {
  const remarks = [
    ...(listed ? ['in the app store'] : []),
    ...(status === 'published' && !listed ? ['for own stores only'] : []),
    ...(isChanged ? ['panel change not published'] : []),
  ]
  return remarks.join(', ')
}
