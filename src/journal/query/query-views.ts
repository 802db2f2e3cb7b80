import { begunAtSql } from '../begun-at.ts'
import { callLinkSql, telemetryDeliverySql } from '../calls/call-links.ts'

export interface QueryColumn {
  readonly name: string
  readonly about: string
  /** The SQL expression that it is read from, where that is not the column of the same name. */
  readonly from?: string
}

/** What `app journal query` may read: a stable view over the journal's own tables, which may change. */
export interface QueryView {
  readonly name: string
  readonly about: string
  readonly columns: readonly QueryColumn[]
  /** Tables and joins; `:app` stands for the key of the app. */
  readonly rows: string
}

const id: QueryColumn = { name: 'id', about: 'Grows with time; a whole number.' }
const at: QueryColumn = { name: 'at', about: 'When, ISO-8601 UTC with milliseconds.' }
const began: QueryColumn = { name: 'at', about: 'When it began, ISO-8601 UTC with milliseconds.' }
const ended: QueryColumn = { name: 'ended_at', about: 'When it was over: `ms` after `at`.' }

/** A subquery, because SQLite does not tell the authorizer the view of a table that is joined and not read. */
const contentOf = (side: 'request' | 'answer') => `(SELECT k.${side} FROM main.call_contents k WHERE k.call_id = c.id)`

/** In the order in which things happen. Times are text that sorts; ids of the platform are text, because they may be above 2^53; durations are in ms. */
export const queryViews: readonly QueryView[] = [
  {
    name: 'deliveries',
    about: 'Each delivery that arrived, once.',
    rows: 'main.deliveries WHERE app_key = :app',
    columns: [
      id,
      { name: 'at', from: 'received_at', about: 'When it arrived, ISO-8601 UTC with milliseconds.' },
      { name: 'event_id', about: "The platform's id of the event; null in a body without one." },
      { name: 'topic', about: 'The topic in the header.' },
      { name: 'store_id', about: 'Digits.' },
      { name: 'region_id', about: 'Digits; null for a store-wide install.' },
      { name: 'state', about: 'pending, delivered, failed, dead_letter, held_back, conflict or dropped.' },
      {
        name: 'mark',
        about: 'How it relates to earlier deliveries of the same event: first, duplicate, replay or conflict.',
      },
      { name: 'earlier_id', about: 'The earlier delivery of the same event.' },
      { name: 'verdict', about: 'The result of the signature check; requests that fail it are counted in rejections.' },
      { name: 'attempts', from: 'tries', about: 'How often it was sent to the app.' },
      { name: 'trace_id', about: 'In hex; the same for all deliveries of one event.' },
      { name: 'note', about: 'What the gateway noticed, as one word.' },
      { name: 'target', about: 'The platform that it came from: emulator or live; null in a row of an older version.' },
      {
        name: 'body',
        from: 'CAST(body AS TEXT)',
        about: 'As it came. Written by the platform, its stores and customers.',
      },
    ],
  },
  {
    name: 'attempts',
    about: 'Each attempt to hand a delivery to the app, with the answer of the app.',
    rows: 'main.attempts a JOIN main.deliveries d ON d.id = a.delivery_id WHERE d.app_key = :app',
    columns: [
      { ...id, from: 'a.id' },
      { name: 'delivery_id', from: 'a.delivery_id', about: 'The delivery.' },
      // With times in whole milliseconds an attempt could seem to begin before its delivery arrived.
      { ...began, from: `max(${begunAtSql('a')}, d.received_at)` },
      { ...ended, from: 'a.at' },
      { name: 'kind', from: 'a.kind', about: 'forward, retry, replay or edited.' },
      { name: 'status', from: 'a.status', about: "The status of the app's answer; null without one." },
      { name: 'ms', from: 'a.ms', about: 'Time until the answer of the app.' },
      { name: 'error', from: 'a.error', about: 'Why there is no answer, as one word.' },
      { name: 'span_id', from: 'a.span_id', about: "In hex; the parent of the app's own spans." },
      { name: 'response', from: 'a.answer', about: "The start of the app's answer." },
    ],
  },
  {
    name: 'calls',
    about: 'Each request of the app to the platform that went through the gateway.',
    rows: 'main.calls c WHERE c.app_key = :app',
    columns: [
      { ...id, from: 'c.id' },
      { ...began, from: begunAtSql('c') },
      { ...ended, from: 'c.at' },
      { name: 'method', from: 'c.method', about: 'GET, POST, …' },
      { name: 'path', from: 'c.path', about: 'Path and query, secrets masked.' },
      { name: 'store_id', from: 'c.store_id', about: 'The store of the token; null where unknown.' },
      { name: 'pin', from: 'c.pin', about: 'The region that the call named; null without one.' },
      { name: 'status', from: 'c.status', about: 'Null when the platform did not answer.' },
      { name: 'ms', from: 'c.ms', about: 'Time until the answer of the platform.' },
      {
        name: 'delivery_id',
        from: callLinkSql.delivery_id,
        about: 'The delivery that caused it; null where unknown.',
      },
      { name: 'attempt_id', from: callLinkSql.attempt_id, about: 'The attempt of that delivery, once it is over.' },
      {
        name: 'linked_by',
        from: callLinkSql.linked_by,
        about:
          'How the delivery is known: attempt (the header names it), trace (the header names the event) or guess (by time and store alone).',
      },
      { name: 'trace_id', from: 'c.trace_id', about: 'In hex, from its header or from the guessed delivery.' },
      { name: 'note', from: 'c.note', about: 'What the gateway noticed, as one word: pin-ignored, partial-failure, …' },
      { name: 'hint', from: 'c.hint', about: "The platform's own hint." },
      { name: 'failed_rows', from: 'c.failed_rows', about: 'How many rows of a 2xx failed.' },
      { name: 'spent', from: 'c.spent', about: 'Requests of this token in the last minute, this one included.' },
      {
        name: 'request',
        from: contentOf('request'),
        about: 'Headers and body of the request as JSON, secrets masked; null where they are not kept.',
      },
      {
        name: 'response',
        from: contentOf('answer'),
        about: "Headers and body of the platform's answer in the same form.",
      },
    ],
  },
  {
    name: 'spans',
    about: "The app's own work, as it reported it by OpenTelemetry; names and texts are the app's.",
    rows: 'main.spans s WHERE s.app_key = :app',
    columns: [
      { ...id, from: 's.id' },
      { ...began, from: 's.at' },
      { name: 'ms', from: 's.ms', about: 'Its duration.' },
      { name: 'trace_id', from: 's.trace_id', about: 'In hex; the trace of the delivery that caused it.' },
      { name: 'span_id', from: 's.span_id', about: 'In hex.' },
      { name: 'parent_id', from: 's.parent_id', about: "In hex; for the app's first span, the span of the attempt." },
      {
        name: 'delivery_id',
        from: telemetryDeliverySql('parent_id'),
        about: 'The delivery of its trace; null without one.',
      },
      { name: 'name', from: 's.name', about: "The app's word for it." },
      { name: 'kind', from: 's.kind', about: 'internal, server, client, producer or consumer.' },
      { name: 'status', from: 's.status', about: 'unset, ok or error.' },
      { name: 'message', from: 's.message', about: "The app's words about an error." },
      { name: 'service', from: 's.service', about: 'service.name of the app.' },
      { name: 'attributes', from: 's.attributes', about: 'JSON object, secrets masked, cut to a limit.' },
      { name: 'events', from: 's.events', about: 'JSON list; exceptions among them.' },
      {
        name: 'is_clock_off',
        from: 's.is_clock_off',
        about: '1 where its time is not plausible: then `at` is the time of its arrival.',
      },
    ],
  },
  {
    name: 'logs',
    about: "The app's log records, as it sent them by OpenTelemetry; what it prints is in the log of app dev.",
    rows: 'main.logs s WHERE s.app_key = :app',
    columns: [
      { ...id, from: 's.id' },
      { ...at, from: 's.at' },
      { name: 'severity', from: 's.severity', about: 'trace, debug, info, warn, error or fatal; null without one.' },
      { name: 'body', from: 's.body', about: 'Its text, secrets masked.' },
      { name: 'trace_id', from: 's.trace_id', about: 'In hex; null outside of a trace.' },
      { name: 'span_id', from: 's.span_id', about: 'In hex; the span in which it was written.' },
      {
        name: 'delivery_id',
        from: telemetryDeliverySql('span_id'),
        about: 'The delivery of its trace; null without one.',
      },
      { name: 'service', from: 's.service', about: 'service.name of the app.' },
      { name: 'attributes', from: 's.attributes', about: 'JSON object, secrets masked, cut to a limit.' },
      {
        name: 'is_clock_off',
        from: 's.is_clock_off',
        about: '1 where its time is not plausible: then `at` is the time of its arrival.',
      },
    ],
  },
  {
    name: 'installs',
    about: 'Each exchange of a code for a token.',
    rows: 'main.installs WHERE app_key = :app',
    columns: [
      id,
      at,
      { name: 'store_id', about: 'Digits.' },
      { name: 'region_id', about: 'Digits; null for a store-wide install.' },
      { name: 'install_scope', about: 'region or store.' },
      { name: 'scopes', about: 'JSON list of the granted scopes.' },
      { name: 'exchanged_by', about: 'app or cli.' },
    ],
  },
  {
    name: 'rejections',
    about: 'Requests that the gateway refused, counted by reason and not kept.',
    rows: 'main.refusals WHERE app_key = :app',
    columns: [
      { name: 'reason', about: 'As one word.' },
      { name: 'count', about: 'How many since the journal began; rejection_times lists them by time.' },
      { name: 'last_at', about: 'The last one, ISO-8601 UTC.' },
    ],
  },
  {
    name: 'rejection_times',
    about: 'The same counts by time, each over at least a second, as far back as the journal goes.',
    rows: 'main.refusal_times WHERE app_key = :app',
    columns: [
      { name: 'at', about: 'The last one of this row, ISO-8601 UTC.' },
      { name: 'reason', about: 'As one word.' },
      { name: 'count', about: 'How many.' },
    ],
  },
]
