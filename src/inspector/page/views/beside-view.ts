import { begunAt } from '../../../journal/begun-at.ts'
import type { Beside } from '../../beside.ts'
import { el, type Child } from '../dom.ts'
import { ms } from '../format.ts'
import { quiet, section } from '../parts.ts'
import { lineTime } from '../when.ts'
import { statusBadge } from './badges.ts'

/** Renders the app's calls and output while it handled a delivery. */
export function besideSection({ calls, lines, hasLog, isCut }: Beside): HTMLElement {
  return section(
    'During handling',
    quiet(
      'Activity between the delivery and your app’s response, matched by time only. The delivery may not be the cause.',
    ),
    el('h3', {}, 'API calls'),
    calls.length === 0 ? quiet('No calls.') : el('ul', { class: 'beside' }, ...calls.map(callLine)),
    el('h3', {}, 'App log'),
    logPart({ lines, hasLog }),
    isCut && quiet('More entries are not shown.'),
  )
}

function callLine({ id, at, method, path, status, ms: took, sharedWith }: Beside['calls'][number]): HTMLElement {
  const begun = begunAt({ at: new Date(at), ms: took }).toISOString()
  return el(
    'li',
    {},
    lineTime(begun, 'Started '),
    el('a', { href: `#/calls/${id}` }, `${method} ${path}`),
    statusBadge(status, null),
    el('span', { class: 'ms' }, ms(took)),
    sharedNote(sharedWith),
  )
}

function logPart({ lines, hasLog }: Pick<Beside, 'lines' | 'hasLog'>): HTMLElement {
  if (!hasLog) return quiet('Not available, because ', el('code', {}, 'app dev'), ' did not start the app.')
  if (lines.length === 0) return quiet('The last 2,000 log lines contain no output from this time.')
  return el(
    'ol',
    { class: 'log' },
    ...lines.map(({ at, stream, line, sharedWith }) =>
      el('li', { class: stream }, lineTime(at), el('code', {}, line), sharedNote(sharedWith)),
    ),
  )
}

/** Lists other deliveries that the app was handling at the same time. */
function sharedNote(ids: readonly number[]): Child {
  if (ids.length === 0) return null
  return el(
    'small',
    { class: 'shared', title: 'Other deliveries that the app handled at this time' },
    'possibly from ',
    ...ids.slice(0, 3).flatMap((id, at) => [at > 0 && ', ', el('a', { href: `#/deliveries/${id}` }, `#${id}`)]),
    ids.length > 3 && ` and ${ids.length - 3} more`,
  )
}
