import type { CallEntry } from '../../journal/timeline.ts'
import { get } from './api.ts'
import { statusBadge } from './badges.ts'
import { el, fill, type Child } from './dom.ts'
import { moment, ms, words } from './format.ts'

/** Everything that is kept of one API call: never a header, never a body. */
export async function showCall(place: HTMLElement, id: number): Promise<void> {
  const call = await get<CallEntry>(`/api/calls/${id}`)
  const { method, path, at, pin, status, ms: took, note, hint, failedRows, spent } = call
  const [pathname = '', query = ''] = path.split('?', 2)
  const rows: [string, Child][] = [
    ['Sent', moment(at)],
    ['Took', ms(took)],
    ['Region', pin ?? 'not named'],
    ['Requests in that minute', spent ?? '–'],
  ]
  if (failedRows !== null) rows.push(['Rows that failed', failedRows])
  if (note !== null) rows.push(['Noticed', words(note)])
  fill(
    place,
    el(
      'header',
      { class: 'detail-head' },
      el('a', { class: 'back', href: '#/', 'aria-label': 'Back to the timeline' }, '←'),
      el('div', { class: 'title' }, el('h1', {}, `${method} ${pathname}`), statusBadge(status, null)),
      el('p', { class: 'quiet' }, `API call ${id} of the app`),
    ),
    el(
      'dl',
      { class: 'facts' },
      ...rows.map(([name, value]) => el('div', {}, el('dt', {}, name), el('dd', {}, value))),
    ),
    hint !== null && el('section', { class: 'card hint' }, el('h2', {}, 'The platform says'), el('p', {}, hint)),
    query !== '' &&
      el(
        'section',
        { class: 'card' },
        el('h2', {}, 'Query'),
        el(
          'dl',
          { class: 'headers' },
          ...[...new URLSearchParams(query)].flatMap(([name, value]) => [
            el('dt', {}, name),
            el('dd', {}, el('code', {}, value)),
          ]),
        ),
      ),
    el(
      'p',
      { class: 'quiet foot' },
      'Headers and bodies of calls are not kept: they would hold the token and what the store knows of its customers.',
    ),
  )
}
