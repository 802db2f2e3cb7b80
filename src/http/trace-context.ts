import { randomBytes } from 'node:crypto'

/** One step of one trace (W3C Trace Context, section 3.2.2). */
export interface TraceContext {
  /** 32 lower-case hex digits, not all zero. */
  readonly traceId: string
  /** The span in which it goes on: 16 lower-case hex digits, not all zero. */
  readonly spanId: string
}

/** Names of the headers of a trace, in lower case. */
export const traceHeaderNames: readonly string[] = ['traceparent', 'tracestate']

/** Our member of `tracestate`: the attempt from which everything came. OpenTelemetry hands it on unchanged, while it replaces the span of `traceparent`. */
const OWN_MEMBER = 'svcapp'

/** Longer lists are not looked at: 512 characters are what everybody has to hand on (section 3.3.1.5). */
const LONGEST_STATE = 2048

/** A random id of a trace. */
export function newTraceId(): string {
  return hexId(16)
}

/** A random id of a span. */
export function newSpanId(): string {
  return hexId(8)
}

/** All zero means none (section 3.2.2.3). */
function hexId(bytes: number): string {
  const id = randomBytes(bytes).toString('hex')
  return /^0+$/.test(id) ? hexId(bytes) : id
}

/** Headers of a request that belongs to a span. */
export function traceHeaders({ traceId, spanId }: TraceContext): Record<string, string> {
  return { traceparent: `00-${traceId}-${spanId}-01`, tracestate: `${OWN_MEMBER}=${spanId}` }
}

/** What a `traceparent` says; null for none and for one that is not well formed. A later version is read as this one (section 3.2.4). */
export function readTraceparent(value: string | undefined): TraceContext | null {
  const [, version, traceId = '', spanId = '', rest] =
    /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}(-.*)?$/.exec(value?.trim() ?? '') ?? []
  if (version === undefined || version === 'ff' || (version === '00' && rest !== undefined)) return null
  return /^0+$/.test(traceId) || /^0+$/.test(spanId) ? null : { traceId, spanId }
}

/** The span of the attempt that a `tracestate` names; null where it names none. */
export function attemptInState(value: string | undefined): string | null {
  if (value === undefined || value.length > LONGEST_STATE) return null
  for (const member of value.split(',')) {
    const [, span] = /^\s*svcapp=([0-9a-f]{16})\s*$/.exec(member) ?? []
    if (span !== undefined) return span
  }
  return null
}
