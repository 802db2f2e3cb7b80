import { randomBytes } from 'node:crypto'

/** A span of a trace (W3C Trace Context, section 3.2.2). */
export interface TraceContext {
  /** 32 lower-case hex digits, not all zero. */
  readonly traceId: string
  /** Parent span: 16 lower-case hex digits, not all zero. */
  readonly spanId: string
}

/** Names of the headers of a trace, in lower case. */
export const traceHeaderNames: readonly string[] = ['traceparent', 'tracestate']

/** svcapp's member of `tracestate`: the attempt that caused the trace. OpenTelemetry forwards it unchanged, but replaces the span of `traceparent`. */
const OWN_MEMBER = 'svcapp'

/** Longer lists are ignored: every system must forward at least 512 characters (section 3.3.1.5). */
const LONGEST_STATE = 2048

/** Creates a random trace id. */
export function newTraceId(): string {
  return hexId(16)
}

/** Creates a random span id. */
export function newSpanId(): string {
  return hexId(8)
}

/** All zero means no id (section 3.2.2.3). */
function hexId(bytes: number): string {
  const id = randomBytes(bytes).toString('hex')
  return /^0+$/.test(id) ? hexId(bytes) : id
}

/** Returns the headers of a request that belongs to a span. */
export function traceHeaders({ traceId, spanId }: TraceContext): Record<string, string> {
  return { traceparent: `00-${traceId}-${spanId}-01`, tracestate: `${OWN_MEMBER}=${spanId}` }
}

/** Parses a `traceparent`; null if missing or invalid. A later version is read like this one (section 3.2.4). */
export function readTraceparent(value: string | undefined): TraceContext | null {
  const [, version, traceId = '', spanId = '', rest] =
    /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}(-.*)?$/.exec(value?.trim() ?? '') ?? []
  if (version === undefined || version === 'ff' || (version === '00' && rest !== undefined)) return null
  return /^0+$/.test(traceId) || /^0+$/.test(spanId) ? null : { traceId, spanId }
}

/** Returns the attempt's span in a `tracestate`; null if it has none. */
export function attemptInState(value: string | undefined): string | null {
  if (value === undefined || value.length > LONGEST_STATE) return null
  for (const member of value.split(',')) {
    const [, span] = /^\s*svcapp=([0-9a-f]{16})\s*$/.exec(member) ?? []
    if (span !== undefined) return span
  }
  return null
}
