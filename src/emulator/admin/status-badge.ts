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

/** What an order can be (ORD-046, N17, N18). */
export const orderStatuses = ['pending', 'processing', 'paid', 'shipped', 'delivered', 'cancelled', 'refunded'] as const

/** A status as a word with its colour. */
export function statusBadge(status: string): Html {
  return html`<span class="badge ${tones[status] ?? ''}">${status}</span>`
}

/** What a product's letter means (document 2, product status values). */
export function productStatus(letter: string): string {
  return wordOf(productStatusWords, letter)
}
