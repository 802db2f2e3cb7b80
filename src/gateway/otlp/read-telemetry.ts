import type { NewLog, NewSpan } from '../../journal/telemetry/telemetry.ts'
import { ExactNumber } from '../../text/json.ts'
import { asFields, keptAttributes, keptName, keptText, takeList, valueText, type Fields } from './bounded.ts'
import { most } from './messages.ts'

/** Rows of a request, bounded and with secrets masked. */
export interface ReadTelemetry<Row> {
  readonly rows: readonly Row[]
  /** Number of rows left out: those without usable ids, and those beyond the limit of one request. */
  readonly left: number
}

/** Reads the spans of an `ExportTraceServiceRequest` in its JSON form. Never throws. */
export function readSpans(request: unknown, receivedAt: Date): ReadTelemetry<NewSpan> {
  return collect(request, ['resourceSpans', 'scopeSpans', 'spans'], (row, service) =>
    readSpan(row, service, receivedAt),
  )
}

/** Reads the log records of an `ExportLogsServiceRequest` in its JSON form. Never throws. */
export function readLogs(request: unknown, receivedAt: Date): ReadTelemetry<NewLog> {
  return collect(request, ['resourceLogs', 'scopeLogs', 'logRecords'], (row, service) =>
    readLog(row, service, receivedAt),
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
  for (const one of takeList(asFields(request)[resources], most.resources).map(asFields)) {
    const service = readService(one['resource'])
    for (const scope of takeList(one[scopes], most.scopes).map(asFields)) {
      for (const row of takeList(scope[rows], most.rows)) {
        const kept = found.length < most.rows ? read(asFields(row), service) : null
        if (kept === null) left += 1
        else found.push(kept)
      }
    }
  }
  return { rows: found, left }
}

const kinds = ['internal', 'internal', 'server', 'client', 'producer', 'consumer'] as const
const statuses = ['unset', 'ok', 'error'] as const

function readSpan(row: Fields, service: string | null, receivedAt: Date): NewSpan | null {
  const traceId = readId(row['traceId'], 32)
  const spanId = readId(row['spanId'], 16)
  if (traceId === null || spanId === null) return null
  const status = asFields(row['status'])
  const began = readNanos(row['startTimeUnixNano'])
  const ended = readNanos(row['endTimeUnixNano'])
  const ms = began === null || ended === null || ended < began ? 0 : Number(ended - began) / 1e6
  const { at, isClockOff } = plausibleTime(began, receivedAt)
  const events = takeList(row['events'], most.events).map(asFields)
  return {
    traceId,
    spanId,
    parentId: readId(row['parentSpanId'], 16),
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

function readLog(row: Fields, service: string | null, receivedAt: Date): NewLog | null {
  const severity = severities[Math.ceil(Number(row['severityNumber'] ?? 0) / 4) - 1]
  const nanos = readNanos(row['timeUnixNano']) ?? 0n
  const { at, isClockOff } = plausibleTime(nanos > 0n ? nanos : readNanos(row['observedTimeUnixNano']), receivedAt)
  return {
    traceId: readId(row['traceId'], 32),
    spanId: readId(row['spanId'], 16),
    at,
    isClockOff,
    severity: severity ?? (keptText(row['severityText'], 20).toLowerCase() || null),
    body: valueText(row['body']),
    service,
    attributes: keptAttributes(row['attributes']),
    receivedAt,
  }
}

function readService(resource: unknown): string | null {
  for (const { key, value } of takeList(asFields(resource)['attributes'], most.attributes).map(asFields)) {
    if (key === 'service.name') return keptName(asFields(value)['stringValue']) || null
  }
  return null
}

/** Returns the id if it is hex of this length and not all zero; null otherwise. */
function readId(value: unknown, length: 16 | 32): string | null {
  if (typeof value !== 'string' || value.length !== length) return null
  return /^[0-9a-f]+$/i.test(value) && !/^0+$/.test(value) ? value.toLowerCase() : null
}

function readNanos(value: unknown): bigint | null {
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
