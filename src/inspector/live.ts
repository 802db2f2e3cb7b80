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

/** What a listening page receives: new rows, and deliveries that were tried since, oldest first. */
export interface LiveNews {
  readonly entries: readonly TimelineEntry[]
  readonly changed: readonly TimelineEntry[]
}

/** Other processes write into the journal too and report nothing, so it is read at this interval. */
const LOOK_EVERY_MS = 300

/** After this many empty looks a line is sent, so that a dead connection is noticed. */
const SIGN_OF_LIFE_EVERY = 50

/** The number of rows that one look takes from each table; the next look takes the rest. */
const MOST = 200

const MOST_UNREAD_BYTES = 4 * 1024 * 1024

export interface LiveTools {
  readonly journal: Journal
  readonly filter: TimelineFilter
  /** Rows after this place are new. */
  readonly after: TimelineCursor | undefined
}

/** Answers with an event stream that lasts until the other side ends it. */
export function streamNews(tools: LiveTools, outgoing: ServerResponse): void {
  outgoing.writeHead(200, { ...ownHeaders, 'Content-Type': 'text/event-stream; charset=utf-8' })
  let place = tools.after ?? newestPlace(tools.journal)
  let looks = 0
  outgoing.write(':\n\n')
  const look = () => {
    // Nobody reads the stream any more, and messages would pile up.
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
      // The journal cannot be read at the moment; the page connects again later.
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
  // Regardless of the filter: a row on the page must not keep showing an outdated state.
  const changed = tried
    .filter((id) => !isNew.has(id))
    .flatMap((id) => entriesOf(journal, 'delivery', { low: id, high: id, limit: 1, filter: {} }))
  return { news: { entries: entries.toSorted((a, b) => (a.at < b.at ? -1 : Number(a.at > b.at))), changed }, next }
}
