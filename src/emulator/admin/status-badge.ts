import { html } from 'hono/html'

import { productStatusWords, wordOf } from '../../catalog/status-words.ts'
import type { Html } from '../pages/page.ts'

const tones: Readonly<Record<string, string>> = {
  pending: 'wait',
  processing: 'wait',
  paid: 'good',
  shipped: 'good',
  delivered: 'good',
  published: 'good',
  draft: 'wait',
  cancelled: 'bad',
  refunded: 'bad',
  deleted: 'bad',
}

/** Order statuses (ORD-046, N17, N18). */
export const orderStatuses = ['pending', 'processing', 'paid', 'shipped', 'delivered', 'cancelled', 'refunded'] as const

/** Shows a status as a colored word. */
export function statusBadge(status: string): Html {
  return html`<span class="badge ${tones[status] ?? ''}">${status}</span>`
}

/** Returns the meaning of a product's status letter (document 2, product status values). */
export function productStatus(letter: string): string {
  return wordOf(productStatusWords, letter)
}
