import type { AppInstance } from '../app-instance.ts'
import { readStateRecords, type StateRecord } from './state-records.ts'

/**
 * Returns what an app's files contain about one event, as sorted texts without ids and numbers. Two events that
 * were handled alike have the same texts. An event that waits to be processed has a text that a finished one lacks.
 */
export async function findTraces(app: AppInstance, eventId: string): Promise<readonly string[]> {
  const records = await readStateRecords(app)
  return records.flatMap((record) => tracesIn(record, eventId)).toSorted((a, b) => a.localeCompare(b))
}

/** Returns true if the files contain more about the waiting event than about the finished one. */
export function keepsMore(waiting: readonly string[], done: readonly string[]): boolean {
  const left = [...done]
  return waiting.some((trace) => {
    const at = left.indexOf(trace)
    if (at === -1) return true
    left.splice(at, 1)
    return false
  })
}

function tracesIn(record: StateRecord, eventId: string): readonly string[] {
  const { at } = record
  if (record.kind === 'lines') {
    return record.lines.filter((line) => line.includes(eventId)).map((line) => `${at} ${plain(line, eventId)}`)
  }
  if (record.kind === 'json') return jsonTraces(record.value, { at, eventId })
  return record.rows
    .filter((row) => Object.values(row).some((value) => toText(value).includes(eventId)))
    .map(
      (row) =>
        `${at} ${plain(
          Object.entries(row)
            .map(([name, value]) => `${name}=${toText(value)}`)
            .join(' '),
          eventId,
        )}`,
    )
}

interface TraceInput {
  readonly at: string
  readonly eventId: string
}

/** Returns the members under the event's id, and each object or list that contains it. */
function jsonTraces(value: unknown, { at, eventId }: TraceInput): readonly string[] {
  if (typeof value !== 'object' || value === null) return []
  const entries = Object.entries(value)
  const own = entries.filter(([, one]) => typeof one !== 'object' && toText(one).includes(eventId))
  const whole =
    own.length === 0
      ? []
      : [`${at} ${plain(Array.isArray(value) ? toText(own[0]?.[1]) : JSON.stringify(value), eventId)}`]
  const named = entries
    .filter(([name]) => name.includes(eventId))
    .map(([name, one]) => `${at}.${plain(`${name} ${JSON.stringify(one)}`, eventId)}`)
  const inner = entries.flatMap(([name, one]) =>
    name.includes(eventId) ? [] : jsonTraces(one, { at: Array.isArray(value) ? at : `${at}.${name}`, eventId }),
  )
  return [...whole, ...named, ...inner]
}

function plain(text: string, eventId: string): string {
  return text
    .replaceAll(eventId, '…')
    .replaceAll(/[\w-]{16,}/g, '…')
    .replaceAll(/\d+/g, '#')
}

function toText(value: unknown): string {
  if (typeof value === 'string') return value
  if (value instanceof Uint8Array) return Buffer.from(value).toString('latin1')
  return String(value)
}
