import { wordsOf } from '../api.ts'
import { el, fill, prose } from '../dom.ts'

/** Replaces an element's content with the reason why the requested content is missing. */
export function showNotShown(place: Element, error: unknown): void {
  fill(
    place,
    el(
      'div',
      { class: 'empty' },
      el('h1', {}, 'Not available'),
      ...wordsOf(error).map((line) => el('p', {}, ...prose(line))),
      el('p', {}, el('a', { href: '#/', class: 'button main' }, 'Back to the timeline')),
    ),
  )
}
