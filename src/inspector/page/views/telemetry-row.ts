import type { LogEntry, SpanEntry } from '../../../journal/telemetry/telemetry-entries.ts'
import { el } from '../dom.ts'
import type { Parts } from './row-parts.ts'

/** Renders a line for a span or a log record of the app. */
export function telemetryParts(entry: SpanEntry | LogEntry): Parts {
  const { service, deliveryId } = entry
  const sub = [deliveryId === null ? null : `delivery #${deliveryId}`, service]
  if (entry.kind === 'log') {
    const isBad = entry.severity === 'error' || entry.severity === 'fatal'
    const badge = el('span', { class: `badge ${isBad ? 'bad' : 'quiet'}` }, entry.severity ?? 'log')
    return { glyph: '≡', tone: 'log', title: entry.body, sub, badges: [badge], ms: null }
  }
  const badges = entry.outcome === 'error' ? [el('span', { class: 'badge bad' }, 'error')] : []
  return { glyph: '∿', tone: 'span', title: entry.name, sub: [...sub, entry.message], badges, ms: entry.ms }
}
