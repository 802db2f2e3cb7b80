import { AppError } from '../errors.ts'
import { deliveryStates } from '../journal/delivery-state.ts'
import { timelineKinds, type TimelineFilter, type TimelineKind, type TimelineCursor } from '../journal/timeline.ts'

/** Reads the filter from an API address. Raises `usage.invalid` for an invalid value. */
export function parseFilter(query: URLSearchParams): TimelineFilter {
  const state = query.get('state') || undefined
  const known = deliveryStates.find((one) => one === state)
  if (state !== undefined && known === undefined) throw invalid('state', `one of ${deliveryStates.join(', ')}`)
  return {
    kinds: parseKinds(query.get('kind')),
    topic: query.get('topic') || undefined,
    state: known,
    status: query.get('status') || undefined,
    text: query.get('q') || undefined,
  }
}

function parseKinds(text: string | null): readonly TimelineKind[] | undefined {
  if (!text) return undefined
  const names = text.split(',')
  if (!names.every(isKind)) throw invalid('kind', `one or more of ${timelineKinds.join(', ')}`)
  return names
}

function isKind(name: string): name is TimelineKind {
  return timelineKinds.some((kind) => kind === name)
}

/** Reads `12.3.40.1.0.0`: an id for each kind, in their order. Undefined if the address has no position. Raises `usage.invalid`. */
export function parseCursor(query: URLSearchParams, name: 'before' | 'after'): TimelineCursor | undefined {
  const text = query.get(name)
  if (!text) return undefined
  if (!/^\d{1,15}(?:\.\d{1,15}){5}$/.test(text)) throw invalid(name, 'six numbers separated by dots')
  const [delivery = 0, attempt = 0, call = 0, install = 0, span = 0, log = 0] = text.split('.').map(Number)
  return { delivery, attempt, call, install, span, log }
}

/** Formats a position for `placeOf`. */
export function placeText(place: TimelineCursor): string {
  return timelineKinds.map((kind) => place[kind]).join('.')
}

/** Reads a row number. Raises `usage.invalid`. */
export function parseId(text: string | null | undefined): number {
  if (text === null || text === undefined || !/^[1-9]\d{0,14}$/.test(text)) throw invalid('id', 'a row number')
  return Number(text)
}

const windows: Readonly<Record<string, number>> = {
  '15m': 15 * 60_000,
  '1h': 3_600_000,
  '24h': 24 * 3_600_000,
  '7d': 7 * 24 * 3_600_000,
}

/** Reads the time range of the charts, in ms. Raises `usage.invalid`. */
export function parseWindow(query: URLSearchParams): number {
  const windowMs = windows[query.get('window') ?? '1h']
  if (windowMs === undefined) throw invalid('window', `one of ${Object.keys(windows).join(', ')}`)
  return windowMs
}

export function invalid(name: string, wanted: string): AppError {
  return new AppError('usage.invalid', `\`${name}\` must be ${wanted}.`)
}
