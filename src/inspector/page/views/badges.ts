import type { DeliveryState } from '../../../journal/delivery-state.ts'
import { el } from '../dom.ts'
import { words } from '../format.ts'

const stateTones: Readonly<Record<DeliveryState, string>> = {
  delivered: 'good',
  pending: 'wait',
  failed: 'bad',
  dead_letter: 'bad',
  conflict: 'odd',
  held_back: 'quiet',
  dropped: 'quiet',
}

export function stateBadge(state: DeliveryState): HTMLElement {
  return el('span', { class: `badge ${stateTones[state]}` }, words(state))
}

/** Renders a status, or the reason why there is none. */
export function statusBadge(status: number | null, error: string | null): HTMLElement {
  if (status === null) return el('span', { class: 'badge bad' }, words(error ?? 'no response'))
  const tone = status < 300 ? 'good' : status < 400 ? 'wait' : 'bad'
  return el('span', { class: `badge ${tone} number` }, status)
}

export function markBadge(mark: string): HTMLElement | null {
  return mark === 'first' ? null : el('span', { class: `badge ${mark === 'conflict' ? 'odd' : 'quiet'}` }, mark)
}
