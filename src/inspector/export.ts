import { attemptsOfDelivery } from '../journal/attempts.ts'
import { begunAt } from '../journal/begun-at.ts'
import { findDelivery } from '../journal/deliveries.ts'
import type { Journal } from '../journal/journal.ts'
import { maskPersonal } from '../journal/mask-personal.ts'
import { readTimeline } from '../journal/read-timeline.ts'
import type { TimelineEntry, TimelineFilter } from '../journal/timeline.ts'
import { readBody } from './body-text.ts'

/** Row limit of an exported file. */
const MOST = 1000

/** Bodies beyond this total size are omitted, so that the file can still be sent. */
const MOST_BODY_BYTES = 20 * 1024 * 1024

/** Exports the newest matching rows, with personal data and secrets masked, so that the file can be shared. */
export async function exportRows(journal: Journal, now: Date, filter: TimelineFilter) {
  const { entries, next } = await readTimeline(journal, { filter, limit: MOST })
  return {
    exportedAt: now.toISOString(),
    appKey: journal.appKey,
    masked: true,
    /** True if older rows were omitted. */
    isCut: next !== null,
    entries: entries.map(exporter(journal)),
  }
}

function exporter(journal: Journal): (entry: TimelineEntry) => unknown {
  let left = MOST_BODY_BYTES
  return (entry) => {
    // `note` is our own text, which masking would mistake for customer data.
    if (entry.kind === 'call') return { ...entry, path: maskPersonal(entry.path), hint: maskPersonal(entry.hint) }
    if (entry.kind !== 'delivery') return maskPersonal(entry)
    left -= entry.bytes
    const row = findDelivery(journal, entry.id)
    const attempts = attemptsOfDelivery(journal, entry.id)
    return maskPersonal({
      ...entry,
      headers: row?.headers,
      body: left < 0 ? '(omitted: too large)' : exportedBody(row?.body ?? new Uint8Array()),
      attempts: attempts.map((attempt) => {
        const { at, kind, status, ms, error, answer } = attempt
        return {
          startedAt: begunAt(attempt).toISOString(),
          endedAt: at.toISOString(),
          kind,
          status,
          ms,
          error,
          response: answer,
        }
      }),
    })
  }
}

/** Without field names, nothing shows which values are personal. */
function exportedBody(body: Uint8Array): unknown {
  const { parsed } = readBody(body)
  return parsed.ok ? parsed.value : '(omitted: not JSON)'
}
