import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'

import { isSameSecret } from '../../http/same-secret.ts'
import type { NewSpan } from '../../journal/telemetry/telemetry.ts'
import type { JournalWriter } from '../../journal/writer.ts'
import { parseJson } from '../../text/json.ts'
import { createBodyReader, type BodyReader } from '../body-reader.ts'
import { createAllowance, type Allowance } from './allowance.ts'
import { logsRequest, traceRequest } from './messages.ts'
import { answerAccepted, reject } from './otlp-answer.ts'
import { readMessage, type Message } from './protobuf.ts'
import { readLogs, readSpans } from './read-telemetry.ts'

/** Path below which an OpenTelemetry app on this machine sends its spans and logs; the platform serves nothing there. */
export const OTLP_PATH = '/__svcapp/otlp'

/** Header that must contain the token. */
export const OTLP_TOKEN_HEADER = 'x-svcapp-otlp-token'

export interface OtlpOptions {
  readonly token: string
  readonly writer: JournalWriter
  /**
   * True to store the app's texts, which may contain customer data of a store. Otherwise only names and times of spans are stored, and no log records.
   */
  readonly keepsText: boolean
  readonly now: () => Date
  /** Milliseconds since any fixed moment. */
  readonly clock: () => number
  /** Called with each complete request as received, before anything is left out. */
  readonly onTaken?: (request: OtlpRequest) => void
  /** Called the first time that more arrives than is stored. */
  readonly onFlood?: () => void
}

/** A request of an app, as received. */
export interface OtlpRequest {
  /** `/v1/traces`, `/v1/logs` or `/v1/metrics`. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

export interface OtlpReceiver {
  readonly isFor: (path: string) => boolean
  /** Responds to a request for this receiver. */
  readonly take: (incoming: IncomingMessage, outgoing: ServerResponse, path: string) => void
}

/** Limits for one request and for all together (T39). */
const limits = { bodyBytes: 4 * 1024 * 1024, bodyMs: 10_000, bodies: 16, heldBytes: 16 * 1024 * 1024 } as const

/**
 * Limits of parsing, in bytes, and of storing, in rows. A full stock is more than any single
 * request. A request beyond it gets a response, and its rows are left out.
 */
const parsed = { stock: 32 * 1024 * 1024, perSecond: 2 * 1024 * 1024 } as const
const kept = { stock: 8192, perSecond: 1000 } as const

const signals = {
  '/v1/traces': { message: traceRequest, rejected: 'rejectedSpans' },
  '/v1/logs': { message: logsRequest, rejected: 'rejectedLogRecords' },
  '/v1/metrics': { message: null, rejected: 'rejectedDataPoints' },
} as const satisfies Record<string, { readonly message: Message | null; readonly rejected: string }>

type SignalPath = keyof typeof signals

interface Receiving extends OtlpOptions {
  readonly readBody: BodyReader
  readonly mayParse: Allowance
  readonly mayKeep: Allowance
}

/**
 * Receives OTLP/HTTP, as JSON and protobuf, from every sender that knows the token (T37). Spans and log records go into the journal, bounded and
 * with secrets masked; metrics are accepted and dropped. The app is never asked to retry, and never waits for a disk or for another receiver.
 */
export function createOtlpReceiver(options: OtlpOptions): OtlpReceiver {
  const receiving: Receiving = {
    ...options,
    readBody: createBodyReader(limits),
    mayParse: createAllowance(options.clock, parsed),
    mayKeep: createAllowance(options.clock, kept),
  }
  return {
    isFor: (path) => path === OTLP_PATH || path.startsWith(`${OTLP_PATH}/`),
    take: (incoming, outgoing, path) => {
      const signal = path.slice(OTLP_PATH.length)
      if (!isToken(incoming, options.token)) return reject(outgoing, 401, 'The token is missing or wrong.')
      if (!(signal in signals)) return reject(outgoing, 404, 'Use /v1/traces, /v1/logs or /v1/metrics.')
      if (incoming.method !== 'POST') return reject(outgoing, 405, 'Only POST is allowed.')
      // The check above ensures that it is a key of the table.
      void answer(receiving, { incoming, outgoing, path: signal as SignalPath })
    },
  }
}

interface OpenRequest {
  readonly incoming: IncomingMessage
  readonly outgoing: ServerResponse
  readonly path: SignalPath
}

const types: Readonly<Record<string, 'json' | 'protobuf'>> = {
  'application/json': 'json',
  'application/x-protobuf': 'protobuf',
}

async function answer(receiving: Receiving, { incoming, outgoing, path }: OpenRequest): Promise<void> {
  const form = readForm(incoming)
  if (form === null)
    return reject(outgoing, 415, 'Send application/x-protobuf or application/json, plain or with gzip.')
  const body = await receiving.readBody(incoming)
  if (body === 'gone') return
  if (typeof body === 'string') return reject(outgoing, body === 'too-large' ? 413 : 408, 'The body is incomplete.')
  receiving.onTaken?.({ path, body, headers: form.headers })
  const { message, rejected } = signals[path]
  try {
    const bytes = form.isPacked ? await promisify(gunzip)(body, { maxOutputLength: 2 * limits.bodyBytes }) : body
    const left = message === null ? 0 : keep(receiving, { path, bytes, type: form.type, message })
    answerAccepted(outgoing, { left, isJson: form.type === 'json', rejected })
  } catch {
    reject(outgoing, 400, 'The body does not match its headers or is too large.')
  }
}

interface Form {
  readonly type: 'json' | 'protobuf'
  readonly isPacked: boolean
  readonly headers: Readonly<Record<string, string>>
}

/** Returns null for an unsupported encoding. */
function readForm({ headers }: IncomingMessage): Form | null {
  const { 'content-type': contentType = '', 'content-encoding': encoding } = headers
  const type = types[contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '']
  if (type === undefined || (encoding !== undefined && encoding !== 'identity' && encoding !== 'gzip')) return null
  const isPacked = encoding === 'gzip'
  return { type, isPacked, headers: { 'Content-Type': contentType, ...(isPacked && { 'Content-Encoding': 'gzip' }) } }
}

interface Unpacked {
  readonly path: SignalPath
  readonly bytes: Uint8Array
  readonly type: 'json' | 'protobuf'
  readonly message: Message
}

/** Stores the rows of a request and returns the number left out. Raises for unreadable bytes. */
function keep({ writer, keepsText, now, mayParse, mayKeep, onFlood }: Receiving, unpacked: Unpacked): number {
  const { path, bytes, type, message } = unpacked
  if (!mayParse.takeAll(bytes.length)) {
    onFlood?.()
    return 1
  }
  const request = type === 'json' ? jsonOf(bytes) : readMessage(bytes, message)
  const { spans, logs, left } = readRows(path, request, now())
  const room = mayKeep.take(spans.length + logs.length)
  const over = spans.length + logs.length - room
  if (over > 0) onFlood?.()
  if (keepsText) writer.telemetry({ spans: spans.slice(0, room), logs: logs.slice(0, room) })
  else writer.telemetry({ spans: spans.slice(0, room).map(withoutText), logs: [] })
  return left + over
}

function withoutText(span: NewSpan): NewSpan {
  return { ...span, message: null, attributes: '{}', events: [] }
}

function readRows(path: SignalPath, request: unknown, receivedAt: Date) {
  if (path === '/v1/traces') {
    const { rows: spans, left } = readSpans(request, receivedAt)
    return { spans, logs: [], left }
  }
  const { rows: logs, left } = readLogs(request, receivedAt)
  return { spans: [], logs, left }
}

function jsonOf(bytes: Uint8Array): unknown {
  const json = parseJson(new TextDecoder().decode(bytes))
  if (!json.ok) throw new RangeError('Not JSON.')
  return json.value
}

function isToken({ headersDistinct }: IncomingMessage, token: string): boolean {
  const values = headersDistinct[OTLP_TOKEN_HEADER] ?? []
  return values.length === 1 && isSameSecret(values[0] ?? '', token)
}
