import { endpoints } from '../../../catalog/catalog.ts'
import { API_PREFIX } from '../../../catalog/endpoint.ts'
import { matchEndpoint } from '../../../catalog/match-endpoint.ts'
import { isTopic } from '../../../catalog/topics.ts'
import type { Journal } from '../../../journal/journal.ts'
import { integer, integerOrNull, text, textOrNull } from '../../../storage/columns.ts'
import type { DoctorFacts } from '../facts.ts'
import { lookIntoJournal } from '../read-journal.ts'

/** Number of recent failed attempts and calls to include. */
const LAST = 20

/** Describes the app's journal by counts and recent failures, without bodies, headers or paths other than the catalog's. */
export function describeJournal(facts: DoctorFacts): unknown {
  return lookIntoJournal(facts, (journal) => ({
    deliveries: rows(journal, 'SELECT topic, state, count(*) AS n FROM deliveries WHERE app_key = ? GROUP BY 1, 2').map(
      (row) => ({ topic: knownTopic(text(row, 'topic')), state: text(row, 'state'), count: integer(row, 'n') }),
    ),
    lastFailedTries: rows(
      journal,
      `SELECT a.at, a.status, a.error, a.kind, d.topic FROM attempts a JOIN deliveries d ON d.id = a.delivery_id
       WHERE d.app_key = ? AND (a.status IS NULL OR a.status > 299) ORDER BY a.id DESC LIMIT ${LAST}`,
    ).map((row) => ({
      at: text(row, 'at'),
      topic: knownTopic(text(row, 'topic')),
      kind: text(row, 'kind'),
      status: integerOrNull(row, 'status'),
      error: word(textOrNull(row, 'error')),
    })),
    lastFailedCalls: rows(
      journal,
      `SELECT at, method, path, status, note FROM calls
       WHERE app_key = ? AND (status IS NULL OR status > 399 OR note = 'partial-failure') ORDER BY id DESC LIMIT ${LAST}`,
    ).map((row) => ({
      at: text(row, 'at'),
      endpoint: endpointOf(text(row, 'method'), text(row, 'path')),
      status: integerOrNull(row, 'status'),
      note: word(textOrNull(row, 'note')),
    })),
    refused: rows(journal, 'SELECT reason, count, last_at FROM refusals WHERE app_key = ?').map((row) => ({
      reason: word(text(row, 'reason')),
      count: integer(row, 'count'),
      lastAt: text(row, 'last_at'),
    })),
  }))
}

function rows({ db, appKey }: Journal, sql: string) {
  return db.prepare(sql).all(appKey)
}

/** Returns the gateway's own error names only, because any other text is from outside. */
function word(value: string | null): string | null {
  return value === null || /^[a-z]+(?:-[a-z]+){0,5}$/.test(value) ? value : 'other'
}

function knownTopic(topic: string): string {
  return isTopic(topic) ? topic : 'other'
}

function endpointOf(method: string, path: string): string {
  const [plain = ''] = path.split('?')
  const known = matchEndpoint(endpoints, { method, path: plain.replace(API_PREFIX, '') })
  return known === null ? 'another path' : known.id
}
