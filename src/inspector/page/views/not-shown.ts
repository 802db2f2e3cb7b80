import { wordsOf } from '../api.ts'
import { el, fill, prose } from '../dom.ts'

/** Replaces the content of a place by the reason why the requested content is missing. */
export function showNotShown(place: Element, error: unknown): void {
  fill(
    place,
    el(
      'div',
      { class: 'empty' },
      ...wordsOf(error).map((line) => el('p', {}, ...prose(line))),
      el('p', {}, el('a', { href: '#/' }, 'Back to the timeline')),
    ),
  )
}
