import type { AppInstance } from '../app-instance.ts'
import type { MadeEvent } from '../event.ts'
import { readStateRecords, type StateRecord } from './state-records.ts'

export interface TracedEvent {
  readonly eventId: string
  /** Its order, if traces of the order count too. Orders of different stores have the same ids. */
  readonly order?: { readonly id: number; readonly storeId: number; readonly regionId: number | null }
}

/** Returns what identifies a sent event and its order in an app's files. */
export function traced({ envelope, order }: Pick<MadeEvent, 'envelope' | 'order'>): TracedEvent {
  const { eventId, storeId, regionId } = envelope
  return { eventId, order: { id: order.id, storeId, regionId } }
}

/**
 * Returns what an app's files contain about one event, as sorted texts without ids and numbers. Two events that
 * were handled alike have the same texts. An event that waits to be processed has a text that a finished one lacks.
 */
export async function findTraces(app: AppInstance, { eventId, order }: TracedEvent): Promise<readonly string[]> {
  const records = await readStateRecords(app)
  const traces = records.flatMap((record) => [
    ...tracesIn(record, eventId),
    ...(order === undefined ? [] : orderTraces(record, order)),
  ])
  return traces.toSorted((a, b) => a.localeCompare(b))
}

/** Returns true if the files contain more about the waiting event, or its order, than about the finished one. */
export async function isWaiting(app: AppInstance, waiting: TracedEvent, done: TracedEvent): Promise<boolean> {
  const [ofWaiting, ofDone] = await Promise.all([findTraces(app, waiting), findTraces(app, done)])
  return keepsMore(ofWaiting, ofDone)
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
    .map((row) => `${at} ${plain(rowText(row), eventId)}`)
}

function rowText(row: Readonly<Record<string, unknown>>): string {
  return Object.entries(row)
    .map(([name, value]) => `${name}=${toText(value)}`)
    .join(' ')
}

/**
 * Returns the file or table once for each row that names an order and its store or region, such as `store_id=7 payload={"orderId":41}`:
 * a job may name its order only. What else the row contains does not count, because two orders differ in their states and amounts.
 */
function orderTraces(record: StateRecord, { id, storeId, regionId }: NonNullable<TracedEvent['order']>): string[] {
  const [order, store, region] = [named('order', id), named('store', storeId), named('region', regionId)]
  const rows = rowTexts(record).filter((text) => order.test(text) && (store.test(text) || region.test(text)))
  return rows.map(() => `${record.at} order`)
}

/** Matches an id under a name such as `order`, `order_id` or `orderId`, in a row or in JSON within a row. */
function named(what: string, id: number | null): RegExp {
  return new RegExp(String.raw`${what}(?:_?id)?["'\\]*\s*[=:]\s*["'\\]*${id}(?!\d)`, 'i')
}

/** Returns the rows, lines or elements of lists in JSON. */
function rowTexts(record: StateRecord): readonly string[] {
  if (record.kind === 'table') return record.rows.map(rowText)
  return record.kind === 'lines' ? record.lines : elementTexts(record.value)
}

function elementTexts(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return []
  return Array.isArray(value) ? value.map((one) => JSON.stringify(one)) : Object.values(value).flatMap(elementTexts)
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
