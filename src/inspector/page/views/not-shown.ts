import { ApiFailure } from '../api.ts'
import { el, fill, prose } from '../dom.ts'

/** Takes away what stood in a place before, and says why what was asked for is not there. */
export function showNotShown(place: Element, error: unknown): void {
  const more = error instanceof ApiFailure ? error.suggestions : []
  const lines = [error instanceof Error ? error.message : String(error), ...more]
  fill(
    place,
    el(
      'div',
      { class: 'empty' },
      ...lines.map((line) => el('p', {}, ...prose(line))),
      el('p', {}, el('a', { href: '#/' }, 'Back to the timeline')),
    ),
  )
}
