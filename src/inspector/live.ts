import type { ServerResponse } from 'node:http'

import type { Journal } from '../journal/journal.ts'
import {
  deliveriesTriedIn,
  entriesOf,
  newestPlace,
  timelineKinds,
  type TimelineEntry,
  type TimelineFilter,
  type TimelineCursor,
} from '../journal/timeline.ts'
import { ownHeaders } from './answers.ts'

/** Message to a listening page: new rows, and older deliveries with new attempts, oldest first. */
export interface LiveNews {
  readonly entries: readonly TimelineEntry[]
  readonly changed: readonly TimelineEntry[]
}

/** Other processes also write into the journal without a notification, so it is polled at this interval. */
const LOOK_EVERY_MS = 300

/** After this many empty polls a line is sent, so that a dead connection is noticed. */
const SIGN_OF_LIFE_EVERY = 50

/** Rows that one poll reads from each table. The next poll reads the rest. */
const MOST = 200

const MOST_UNREAD_BYTES = 4 * 1024 * 1024

export interface LiveTools {
  readonly journal: Journal
  readonly filter: TimelineFilter
  /** Rows after this position are new. */
  readonly after: TimelineCursor | undefined
}

/** Responds with an event stream that lasts until the client disconnects. */
export function streamNews(tools: LiveTools, outgoing: ServerResponse): void {
  outgoing.writeHead(200, { ...ownHeaders, 'Content-Type': 'text/event-stream; charset=utf-8' })
  let place = tools.after ?? newestPlace(tools.journal)
  let looks = 0
  outgoing.write(':\n\n')
  const look = () => {
    // The client no longer reads the stream, and messages would pile up.
    if (outgoing.writableLength > MOST_UNREAD_BYTES) {
      outgoing.destroy()
      return
    }
    try {
      const { news, next } = newsSince(tools, place)
      place = next
      if (news.entries.length + news.changed.length > 0) outgoing.write(`data: ${JSON.stringify(news)}\n\n`)
      else if (++looks % SIGN_OF_LIFE_EVERY === 0) outgoing.write(':\n\n')
    } catch {
      // The journal is currently unreadable. The page reconnects later.
      outgoing.end()
    }
  }
  const timer = setInterval(look, LOOK_EVERY_MS)
  const stop = () => clearInterval(timer)
  outgoing.once('close', stop)
  look()
}

function newsSince({ journal, filter }: LiveTools, place: TimelineCursor): { news: LiveNews; next: TimelineCursor } {
  const newest = newestPlace(journal)
  const next = { ...place }
  const entries: TimelineEntry[] = []
  for (const kind of timelineKinds) {
    if (newest[kind] <= place[kind]) continue
    const high = Math.min(newest[kind], place[kind] + MOST)
    entries.push(...entriesOf(journal, kind, { low: place[kind] + 1, high, filter, limit: MOST }))
    next[kind] = high
  }
  const tried =
    next.attempt > place.attempt ? deliveriesTriedIn(journal, { low: place.attempt + 1, high: next.attempt }) : []
  const isNew = new Set(entries.flatMap(({ kind, id }) => (kind === 'delivery' ? [id] : [])))
  // Ignores the filter, because a row on the page must not keep an outdated status.
  const changed = tried
    .filter((id) => !isNew.has(id))
    .flatMap((id) => entriesOf(journal, 'delivery', { low: id, high: id, limit: 1, filter: {} }))
  return { news: { entries: entries.toSorted((a, b) => (a.at < b.at ? -1 : Number(a.at > b.at))), changed }, next }
}
