import { begunAt } from '../../../journal/begun-at.ts'
import type { Beside } from '../../beside.ts'
import { el, type Child } from '../dom.ts'
import { ms } from '../format.ts'
import { quiet, section } from '../parts.ts'
import { lineTime } from '../when.ts'
import { statusBadge } from './badges.ts'

/** What the app did while it was handling a delivery: its calls and its output. */
export function besideSection({ calls, lines, hasLog, isCut }: Beside): HTMLElement {
  return section(
    'While it was handled',
    quiet(
      'What happened between the arrival at your app and its answer. The link is by time alone: this delivery is a likely cause, not a proven one. What names the delivery stands in the steps above.',
    ),
    el('h3', {}, 'API calls'),
    calls.length === 0 ? quiet('None.') : el('ul', { class: 'beside' }, ...calls.map(callLine)),
    el('h3', {}, 'Log of the app'),
    logPart({ lines, hasLog }),
    isCut && quiet('There was more; the rest is left out.'),
  )
}

function callLine({ id, at, method, path, status, ms: took, sharedWith }: Beside['calls'][number]): HTMLElement {
  const begun = begunAt({ at: new Date(at), ms: took }).toISOString()
  return el(
    'li',
    {},
    lineTime(begun, 'Began '),
    el('a', { href: `#/calls/${id}` }, `${method} ${path}`),
    statusBadge(status, null),
    el('span', { class: 'ms' }, ms(took)),
    sharedNote(sharedWith),
  )
}

function logPart({ lines, hasLog }: Pick<Beside, 'lines' | 'hasLog'>): HTMLElement {
  if (!hasLog) return quiet('Not known here: this process did not start the app.')
  if (lines.length === 0) return quiet('It printed nothing, or too long ago: the last 2,000 lines are kept.')
  return el(
    'ol',
    { class: 'log' },
    ...lines.map(({ at, stream, line, sharedWith }) =>
      el('li', { class: stream }, lineTime(at), el('code', {}, line), sharedNote(sharedWith)),
    ),
  )
}

/** Names other deliveries that the app was handling at that moment. */
function sharedNote(ids: readonly number[]): Child {
  if (ids.length === 0) return null
  return el(
    'small',
    { class: 'shared', title: 'The app had these deliveries too at that moment' },
    'or of ',
    ...ids.slice(0, 3).flatMap((id, at) => [at > 0 && ', ', el('a', { href: `#/deliveries/${id}` }, `#${id}`)]),
    ids.length > 3 && ` and ${ids.length - 3} more`,
  )
}
