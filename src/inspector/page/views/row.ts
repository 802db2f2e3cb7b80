import type { AttemptEntry, CallEntry, DeliveryEntry, InstallEntry, TimelineEntry } from '../../../journal/timeline.ts'
import { el, type Child } from '../dom.ts'
import { ms, words } from '../format.ts'
import { placeLine, regionName } from '../places.ts'
import { rowTime } from '../when.ts'
import { markBadge, stateBadge, statusBadge } from './badges.ts'
import type { Parts } from './row-parts.ts'
import { telemetryParts } from './telemetry-row.ts'

const NOTES: Readonly<Record<string, string>> = {
  'token-exchange': 'token issued',
  'partial-failure': 'rows failed',
  'pin-ignored': 'pin ignored',
  'token-rejected': 'token rejected',
  'token-inconsistent': 'install scope mismatch',
  'token-or-region-rejected': 'token or region rejected',
  'answer-of-another': 'not from the platform',
  'exchange-rejected': 'rejected by the gateway',
  unpinned: 'no region set',
  'pin-missing': 'region missing',
  'platform-unreachable': 'platform unreachable',
  'answer-invalid': 'invalid response',
  'live-locked': 'live write locked',
  'too-late': 'platform timed out',
  'other-store': 'different store in body',
  imported: 'imported from a file',
}

/** Returns the key of an entry among all rows of the page. */
export function keyOf({ kind, id }: Pick<TimelineEntry, 'kind' | 'id'>): string {
  return `${kind}-${id}`
}

/** Returns the route of an entry's own page, or null if its row shows everything. */
export function entryRoute(entry: TimelineEntry): string | null {
  if (entry.kind === 'delivery') return `#/deliveries/${entry.id}`
  if (entry.kind === 'attempt') return `#/deliveries/${entry.deliveryId}`
  if (entry.kind === 'call') return `#/calls/${entry.id}`
  return entry.kind === 'install' || entry.deliveryId === null ? null : `#/deliveries/${entry.deliveryId}`
}

/** Renders one line of the timeline. */
export function drawRow(entry: TimelineEntry): HTMLLIElement {
  const { glyph, tone, title, sub, badges, ms: took } = describeEntry(entry)
  return el(
    'li',
    { id: keyOf(entry), role: 'option', 'aria-selected': 'false', 'data-kind': entry.kind },
    el('span', { class: `glyph ${tone}`, title: entry.kind, 'aria-label': entry.kind }, glyph),
    el(
      'span',
      { class: 'what' },
      el('b', {}, title),
      el('small', {}, sub.filter((part) => part !== null && part !== '').join('  ·  ')),
    ),
    el('span', { class: 'marks' }, ...badges),
    el('span', { class: 'ms' }, took === null ? '' : ms(took)),
    rowTime(entry.at),
  )
}

function describeEntry(entry: TimelineEntry): Parts {
  if (entry.kind === 'delivery') return deliveryParts(entry)
  if (entry.kind === 'attempt') return attemptParts(entry)
  if (entry.kind === 'call') return callParts(entry)
  return entry.kind === 'install' ? installParts(entry) : telemetryParts(entry)
}

function deliveryParts({
  topic,
  eventId,
  storeId,
  regionId,
  state,
  mark,
  tries,
  target,
  note,
  status,
  error,
  ms: took,
  id,
}: DeliveryEntry): Parts {
  return {
    glyph: '↓',
    tone: 'delivery',
    title: topic,
    sub: [`#${id}`, eventId, placeLine(storeId, regionId, target), tries > 1 ? `${tries} attempts` : null],
    badges: [
      markBadge(mark),
      noteBadge(note, 'odd'),
      state === 'delivered' ? null : stateBadge(state),
      drawStatus(tries, status, error),
    ],
    ms: took,
  }
}

function noteBadge(note: string | null, tone: string): Child {
  return note === null ? null : el('span', { class: `badge ${tone}` }, NOTES[note] ?? words(note))
}

function drawStatus(tries: number, status: number | null, error: string | null): Child {
  return tries === 0 ? null : statusBadge(status, error)
}

function attemptParts({ topic, how, deliveryId, status, error, ms: took, eventId }: AttemptEntry): Parts {
  return {
    glyph: '↻',
    tone: 'attempt',
    title: `${how} of #${deliveryId}`,
    sub: [topic, eventId],
    badges: [statusBadge(status, error)],
    ms: took,
  }
}

function callParts({ method, path, pin, status, note, hint, failedRows, ms: took }: CallEntry): Parts {
  const rows =
    failedRows !== null && failedRows > 0 ? `${failedRows} ${failedRows === 1 ? 'row' : 'rows'} failed` : null
  return {
    glyph: '↑',
    tone: 'call',
    title: `${method} ${path}`,
    sub: [pin === null ? null : `region ${regionName(pin)}`, rows, hint],
    badges: [noteBadge(note, note === 'token-exchange' ? 'quiet' : 'wait'), statusBadge(status, null)],
    ms: took,
  }
}

function installParts({ storeId, regionId, installScope, scopes, exchangedBy }: InstallEntry): Parts {
  return {
    glyph: '+',
    tone: 'install',
    title: `Installed in ${placeLine(storeId, regionId)}`,
    sub: [
      `scope ${installScope}`,
      scopes.join(' '),
      exchangedBy === 'cli' ? 'code exchanged by the CLI, so the app has no token' : null,
    ],
    badges: [],
    ms: null,
  }
}
