import { begunAtSql } from '../begun-at.ts'
import { callLinkSql, telemetryDeliverySql } from '../calls/call-links.ts'

export interface QueryColumn {
  readonly name: string
  readonly about: string
  /** SQL expression of the column, if it is not the table column of the same name. */
  readonly from?: string
}

/** A stable view for `app journal query` over the journal's tables, which can change. */
export interface QueryView {
  readonly name: string
  readonly about: string
  readonly columns: readonly QueryColumn[]
  /** Tables and joins. `:app` is the app key. */
  readonly rows: string
}

const id: QueryColumn = { name: 'id', about: 'Integer that increases over time.' }
const at: QueryColumn = { name: 'at', about: 'Time, ISO 8601 UTC with milliseconds.' }
const began: QueryColumn = { name: 'at', about: 'Start time, ISO 8601 UTC with milliseconds.' }
const ended: QueryColumn = { name: 'ended_at', about: 'End time: `at` plus `ms`.' }

/** A subquery, because SQLite does not report the view to the authorizer for a table that is joined and not read. */
const contentOf = (side: 'request' | 'answer') => `(SELECT k.${side} FROM main.call_contents k WHERE k.call_id = c.id)`

/** Views in chronological order. Times are text that sorts; ids of the platform are text, because they may be above 2^53; durations are in ms. */
export const queryViews: readonly QueryView[] = [
  {
    name: 'deliveries',
    about: 'Received deliveries, one row each.',
    rows: 'main.deliveries WHERE app_key = :app',
    columns: [
      id,
      { name: 'at', from: 'received_at', about: 'Arrival time, ISO 8601 UTC with milliseconds.' },
      { name: 'event_id', about: "The platform's event id, or null if missing." },
      { name: 'topic', about: 'Topic from the header.' },
      { name: 'store_id', about: 'Store id, in digits.' },
      { name: 'region_id', about: 'Region id, in digits, or null for a store-wide install.' },
      {
        name: 'state',
        about:
          'Delivery state: pending (waiting for a retry), delivered, failed (not accepted by the app), dead_letter (retries exhausted), held_back (duplicate, not forwarded), conflict (known event id, other body) or dropped (manually).',
      },
      {
        name: 'mark',
        about:
          'Relation to earlier deliveries of the event: first, duplicate (signed again), replay (identical request) or conflict (other body).',
      },
      { name: 'earlier_id', about: 'Id of an earlier delivery of the same event.' },
      {
        name: 'verdict',
        about: 'Result of the signature check. Requests that fail the check are counted in `rejections`.',
      },
      { name: 'tries', about: 'Number of attempts.' },
      { name: 'trace_id', about: 'Trace id in hex, the same for all deliveries of an event.' },
      { name: 'note', about: 'Gateway note, as a code.' },
      { name: 'target', about: 'Source platform: emulator or live, or null in rows from an older version.' },
      {
        name: 'body',
        from: 'CAST(body AS TEXT)',
        about: 'Original body. It contains text from the platform, stores and customers.',
      },
    ],
  },
  {
    name: 'attempts',
    about: "Delivery attempts, with the app's response.",
    rows: 'main.attempts a JOIN main.deliveries d ON d.id = a.delivery_id WHERE d.app_key = :app',
    columns: [
      { ...id, from: 'a.id' },
      { name: 'delivery_id', from: 'a.delivery_id', about: 'Id of the attempted delivery.' },
      // With times in whole milliseconds, an attempt could seem to begin before its delivery arrived.
      { ...began, from: `max(${begunAtSql('a')}, d.received_at)` },
      { ...ended, from: 'a.at' },
      {
        name: 'kind',
        from: 'a.kind',
        about: 'Attempt kind: forward (the first attempt), retry, replay or edited (a replay with changes).',
      },
      { name: 'status', from: 'a.status', about: 'HTTP status from the app, or null without a response.' },
      { name: 'ms', from: 'a.ms', about: 'App response time in milliseconds.' },
      { name: 'error', from: 'a.error', about: 'Error code if the app did not respond.' },
      { name: 'span_id', from: 'a.span_id', about: "Span id in hex, the parent of the app's own spans." },
      { name: 'answer', from: 'a.answer', about: "Start of the app's response body." },
    ],
  },
  {
    name: 'calls',
    about: 'API calls from the app through the gateway.',
    rows: 'main.calls c WHERE c.app_key = :app',
    columns: [
      { ...id, from: 'c.id' },
      { ...began, from: begunAtSql('c') },
      { ...ended, from: 'c.at' },
      { name: 'method', from: 'c.method', about: 'HTTP method: GET, POST, …' },
      { name: 'path', from: 'c.path', about: 'Path and query, with masked secrets.' },
      { name: 'store_id', from: 'c.store_id', about: "Id of the token's store, or null if unknown." },
      { name: 'pin', from: 'c.pin', about: 'Region pin of the call, or null without a pin.' },
      { name: 'status', from: 'c.status', about: 'HTTP status, or null without a response.' },
      { name: 'ms', from: 'c.ms', about: 'Platform response time in milliseconds.' },
      {
        name: 'delivery_id',
        from: callLinkSql.delivery_id,
        about: 'Id of the delivery that triggered the call, or null if unknown.',
      },
      {
        name: 'attempt_id',
        from: callLinkSql.attempt_id,
        about: 'Id of the attempt that triggered the call, set when the attempt finishes.',
      },
      {
        name: 'linked_by',
        from: callLinkSql.linked_by,
        about: 'Source of the delivery link: attempt (trace header), trace (event only) or guess (time and store).',
      },
      { name: 'trace_id', from: 'c.trace_id', about: 'Trace id in hex, from the header or the guessed delivery.' },
      { name: 'note', from: 'c.note', about: 'Gateway note, as a code: pin-ignored, partial-failure, …' },
      { name: 'hint', from: 'c.hint', about: 'Hint from the platform.' },
      { name: 'failed_rows', from: 'c.failed_rows', about: 'Number of failed rows in a 2xx response.' },
      { name: 'spent', from: 'c.spent', about: 'Requests with this token in the last minute, including this request.' },
      {
        name: 'request',
        from: contentOf('request'),
        about: 'Request headers and body as JSON with masked secrets, or null if not stored.',
      },
      {
        name: 'response',
        from: contentOf('answer'),
        about: 'Response headers and body in the same format.',
      },
    ],
  },
  {
    name: 'spans',
    about: 'OpenTelemetry spans from the app, which sets their names and messages.',
    rows: 'main.spans s WHERE s.app_key = :app',
    columns: [
      { ...id, from: 's.id' },
      { ...began, from: 's.at' },
      { name: 'ms', from: 's.ms', about: 'Duration in milliseconds.' },
      { name: 'trace_id', from: 's.trace_id', about: 'Trace id in hex, from the delivery that triggered the span.' },
      { name: 'span_id', from: 's.span_id', about: 'Span id in hex.' },
      {
        name: 'parent_id',
        from: 's.parent_id',
        about: "Parent span id in hex. The parent of the app's first span is the attempt.",
      },
      {
        name: 'delivery_id',
        from: telemetryDeliverySql('parent_id'),
        about: 'Id of the related delivery, or null if unknown.',
      },
      { name: 'name', from: 's.name', about: 'Span name.' },
      { name: 'kind', from: 's.kind', about: 'Span kind: internal, server, client, producer or consumer.' },
      { name: 'status', from: 's.status', about: 'Span status: unset, ok or error.' },
      { name: 'message', from: 's.message', about: 'Error message from the app.' },
      { name: 'service', from: 's.service', about: 'Value of `service.name`.' },
      {
        name: 'attributes',
        from: 's.attributes',
        about: 'Attributes as a JSON object with masked secrets, truncated to a limit.',
      },
      { name: 'events', from: 's.events', about: 'JSON array of span events, including exceptions.' },
      {
        name: 'is_clock_off',
        from: 's.is_clock_off',
        about: "1 if the app's time is not plausible, else 0. If 1, `at` is the arrival time.",
      },
    ],
  },
  {
    name: 'logs',
    about: 'OpenTelemetry logs from the app. For its printed output, run `app dev logs`.',
    rows: 'main.logs s WHERE s.app_key = :app',
    columns: [
      { ...id, from: 's.id' },
      { ...at, from: 's.at' },
      {
        name: 'severity',
        from: 's.severity',
        about: 'Severity: trace, debug, info, warn, error or fatal, or null if missing.',
      },
      { name: 'body', from: 's.body', about: 'Log text with masked secrets.' },
      { name: 'trace_id', from: 's.trace_id', about: 'Trace id in hex, or null without a trace.' },
      { name: 'span_id', from: 's.span_id', about: 'Id of the span that wrote the log, in hex.' },
      {
        name: 'delivery_id',
        from: telemetryDeliverySql('span_id'),
        about: 'Id of the related delivery, or null if unknown.',
      },
      { name: 'service', from: 's.service', about: 'Value of `service.name`.' },
      {
        name: 'attributes',
        from: 's.attributes',
        about: 'Attributes as a JSON object with masked secrets, truncated to a limit.',
      },
      {
        name: 'is_clock_off',
        from: 's.is_clock_off',
        about: "1 if the app's time is not plausible, else 0. If 1, `at` is the arrival time.",
      },
    ],
  },
  {
    name: 'installs',
    about: 'Token exchanges, one row each.',
    rows: 'main.installs WHERE app_key = :app',
    columns: [
      id,
      at,
      { name: 'store_id', about: 'Store id, in digits.' },
      { name: 'region_id', about: 'Region id, in digits, or null for a store-wide install.' },
      { name: 'install_scope', about: 'Install scope: region or store.' },
      { name: 'scopes', about: 'JSON array of granted scopes.' },
      { name: 'exchanged_by', about: 'Client that exchanged the code: app or cli.' },
    ],
  },
  {
    name: 'rejections',
    about: 'Requests that the gateway rejected, counted by reason. Their content is not stored.',
    rows: 'main.refusals WHERE app_key = :app',
    columns: [
      { name: 'reason', about: 'Reason code.' },
      { name: 'count', about: 'Total since the journal was created. `rejection_times` lists counts by time.' },
      { name: 'last_at', about: 'Time of the last rejection, ISO 8601 UTC.' },
    ],
  },
  {
    name: 'rejection_times',
    about: 'Rejections by time, in intervals of at least one second.',
    rows: 'main.refusal_times WHERE app_key = :app',
    columns: [
      { name: 'at', about: 'Time of the last rejection in this row, ISO 8601 UTC.' },
      { name: 'reason', about: 'Reason code.' },
      { name: 'count', about: 'Number of rejections.' },
    ],
  },
]
