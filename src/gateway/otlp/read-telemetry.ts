import type { NewLog, NewSpan } from '../../journal/telemetry/telemetry.ts'
import { ExactNumber } from '../../text/json.ts'
import { fieldsOf, keptAttributes, keptName, keptText, listOf, valueText, type Fields } from './bounded.ts'
import { most } from './messages.ts'

/** Rows of a request, bounded and with secrets masked. */
export interface ReadTelemetry<Row> {
  readonly rows: readonly Row[]
  /** Number of rows left out: those without usable ids, and those beyond the limit of one request. */
  readonly left: number
}

/** Reads the spans of an `ExportTraceServiceRequest` in its JSON form. Never throws. */
export function readSpans(request: unknown, receivedAt: Date): ReadTelemetry<NewSpan> {
  return collect(request, ['resourceSpans', 'scopeSpans', 'spans'], (row, service) => spanOf(row, service, receivedAt))
}

/** Reads the log records of an `ExportLogsServiceRequest` in its JSON form. Never throws. */
export function readLogs(request: unknown, receivedAt: Date): ReadTelemetry<NewLog> {
  return collect(request, ['resourceLogs', 'scopeLogs', 'logRecords'], (row, service) =>
    logOf(row, service, receivedAt),
  )
}

type Names = readonly [resources: string, scopes: string, rows: string]

function collect<Row>(
  request: unknown,
  [resources, scopes, rows]: Names,
  read: (row: Fields, service: string | null) => Row | null,
): ReadTelemetry<Row> {
  const found: Row[] = []
  let left = 0
  for (const one of listOf(fieldsOf(request)[resources], most.resources).map(fieldsOf)) {
    const service = serviceOf(one['resource'])
    for (const scope of listOf(one[scopes], most.scopes).map(fieldsOf)) {
      for (const row of listOf(scope[rows], most.rows)) {
        const kept = found.length < most.rows ? read(fieldsOf(row), service) : null
        if (kept === null) left += 1
        else found.push(kept)
      }
    }
  }
  return { rows: found, left }
}

const kinds = ['internal', 'internal', 'server', 'client', 'producer', 'consumer'] as const
const statuses = ['unset', 'ok', 'error'] as const

function spanOf(row: Fields, service: string | null, receivedAt: Date): NewSpan | null {
  const traceId = idOf(row['traceId'], 32)
  const spanId = idOf(row['spanId'], 16)
  if (traceId === null || spanId === null) return null
  const status = fieldsOf(row['status'])
  const began = nanosOf(row['startTimeUnixNano'])
  const ended = nanosOf(row['endTimeUnixNano'])
  const ms = began === null || ended === null || ended < began ? 0 : Number(ended - began) / 1e6
  const { at, isClockOff } = plausibleTime(began, receivedAt)
  const events = listOf(row['events'], most.events).map(fieldsOf)
  return {
    traceId,
    spanId,
    parentId: idOf(row['parentSpanId'], 16),
    name: keptName(row['name']),
    kind: kinds[Number(row['kind'])] ?? 'internal',
    at,
    ms: Math.min(ms, LONGEST_MS),
    isClockOff,
    status: statuses[Number(status['code'])] ?? 'unset',
    message: keptText(status['message']) || null,
    service,
    attributes: keptAttributes(row['attributes']),
    events: events.map((event) => ({ name: keptName(event['name']), attributes: keptAttributes(event['attributes']) })),
    receivedAt,
  }
}

/** Names of the severity number ranges, four numbers each (OpenTelemetry, Logs Data Model). */
const severities = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const

function logOf(row: Fields, service: string | null, receivedAt: Date): NewLog | null {
  const severity = severities[Math.ceil(Number(row['severityNumber'] ?? 0) / 4) - 1]
  const nanos = nanosOf(row['timeUnixNano']) ?? 0n
  const { at, isClockOff } = plausibleTime(nanos > 0n ? nanos : nanosOf(row['observedTimeUnixNano']), receivedAt)
  return {
    traceId: idOf(row['traceId'], 32),
    spanId: idOf(row['spanId'], 16),
    at,
    isClockOff,
    severity: severity ?? (keptText(row['severityText'], 20).toLowerCase() || null),
    body: valueText(row['body']),
    service,
    attributes: keptAttributes(row['attributes']),
    receivedAt,
  }
}

function serviceOf(resource: unknown): string | null {
  for (const { key, value } of listOf(fieldsOf(resource)['attributes'], most.attributes).map(fieldsOf)) {
    if (key === 'service.name') return keptName(fieldsOf(value)['stringValue']) || null
  }
  return null
}

/** Returns the id if it is hex of this length and not all zero; null otherwise. */
function idOf(value: unknown, length: 16 | 32): string | null {
  if (typeof value !== 'string' || value.length !== length) return null
  return /^[0-9a-f]+$/i.test(value) && !/^0+$/.test(value) ? value.toLowerCase() : null
}

function nanosOf(value: unknown): bigint | null {
  const digits = value instanceof ExactNumber ? value.source : String(value)
  return /^\d{1,20}$/.test(digits) ? BigInt(digits) : null
}

/** A span that lasts more than a day means a broken clock. */
const LONGEST_MS = 24 * 3_600_000
const AHEAD_MS = 60_000

/** Returns the given time if plausible: within the last day and not in the future. Otherwise the time of receipt. */
function plausibleTime(nanos: bigint | null, receivedAt: Date): { readonly at: Date; readonly isClockOff: boolean } {
  const ms = nanos === null ? Number.NaN : Number(nanos / 1000n) / 1000
  const age = receivedAt.getTime() - ms
  const isClockOff = !(age <= LONGEST_MS && age >= -AHEAD_MS)
  return { at: isClockOff ? receivedAt : new Date(ms), isClockOff }
}
