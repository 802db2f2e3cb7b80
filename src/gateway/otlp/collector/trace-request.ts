import { sentTraceRequest } from '../messages.ts'
import type { OtlpRequest } from '../receiver.ts'
import { writeMessage } from '../write-message.ts'

/** A span of the gateway, as a collector receives it. Times in ms since 1970. */
export interface SentSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentId: string | null
  /** A span that it may belong to, if that is only a guess. */
  readonly link: { readonly traceId: string; readonly spanId: string } | null
  readonly name: string
  readonly kind: 'server' | 'client'
  readonly from: number
  readonly to: number
  /** Failure reason, in our own text; null if it did not fail. */
  readonly failure: string | null
  /** Attributes that are null are left out. */
  readonly attributes: Attributes
}

export type Attributes = Readonly<Record<string, string | number | boolean | null>>

/** The two encodings of OTLP/HTTP. */
export type OtlpForm = 'json' | 'protobuf'

const kinds = { server: 2, client: 3 } as const

/** The value of STATUS_CODE_ERROR. */
const FAILED = 2

/** Encodes spans of one resource as a request to a collector (opentelemetry-proto 1.x, `ExportTraceServiceRequest`). */
export function buildTraceRequest(
  spans: readonly SentSpan[],
  { resource, form }: { readonly resource: Attributes; readonly form: OtlpForm },
): OtlpRequest {
  const message = {
    resourceSpans: [
      {
        resource: { attributes: encodeAttributes(resource) },
        scopeSpans: [{ scope: { name: 'svcapp.gateway' }, spans: spans.map(encodeSpan) }],
      },
    ],
  }
  const isJson = form === 'json'
  return {
    path: '/v1/traces',
    headers: { 'Content-Type': isJson ? 'application/json' : 'application/x-protobuf' },
    body: isJson ? Buffer.from(JSON.stringify(message)) : writeMessage(message, sentTraceRequest),
  }
}

function encodeSpan({ traceId, spanId, parentId, link, name, kind, from, to, failure, attributes }: SentSpan) {
  return {
    traceId,
    spanId,
    ...(parentId !== null && { parentSpanId: parentId }),
    name,
    kind: kinds[kind],
    startTimeUnixNano: nanos(from),
    endTimeUnixNano: nanos(Math.max(from, to)),
    attributes: encodeAttributes(attributes),
    ...(link !== null && { links: [{ ...link, attributes: encodeAttributes({ 'svcapp.link': 'guess' }) }] }),
    ...(failure !== null && { status: { message: failure, code: FAILED } }),
  }
}

function encodeAttributes(attributes: Attributes) {
  return Object.entries(attributes).flatMap(([key, value]) => (value === null ? [] : [{ key, value: anyValue(value) }]))
}

function anyValue(value: string | number | boolean) {
  if (typeof value === 'string') return { stringValue: value }
  if (typeof value === 'boolean') return { boolValue: value }
  return Number.isSafeInteger(value) ? { intValue: String(value) } : { doubleValue: value }
}

/** Returns nanoseconds as digits, because the number is above 2^53. */
function nanos(ms: number): string {
  return String(BigInt(Math.round(ms * 1000)) * 1000n)
}
