import type { ServerResponse } from 'node:http'

const WORDS = 'Some rows were not stored, because `app dev` limits stored telemetry.'

export interface AcceptedRows {
  /** Number of rows that are not stored. */
  readonly left: number
  readonly isJson: boolean
  /** `rejectedSpans` or `rejectedLogRecords`. */
  readonly rejected: string
}

/**
 * Responds to an accepted request, in the encoding of the request. If rows were left out, the
 * response is a partial success, which no exporter retries (OTLP 1.x, Partial Success).
 */
export function answerAccepted(outgoing: ServerResponse, { left, isJson, rejected }: AcceptedRows): void {
  if (isJson) {
    const partialSuccess = { [rejected]: String(left), errorMessage: WORDS }
    outgoing.writeHead(200, { 'Content-Type': 'application/json' })
    outgoing.end(JSON.stringify(left === 0 ? {} : { partialSuccess }))
    return
  }
  outgoing.writeHead(200, { 'Content-Type': 'application/x-protobuf' })
  outgoing.end(left === 0 ? Buffer.alloc(0) : partialSuccessBytes(left))
}

/** Returns field 1 of the response: the number of rows (1) and the reason (2). */
function partialSuccessBytes(left: number): Buffer {
  const words = Buffer.from(WORDS)
  const inner = Buffer.concat([Buffer.from([8, ...varint(left), 18, words.length]), words])
  return Buffer.concat([Buffer.from([10, inner.length]), inner])
}

function varint(value: number): number[] {
  const bytes: number[] = []
  let rest = value
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128)
  return [...bytes, rest]
}

export function reject(outgoing: ServerResponse, status: number, message: string): void {
  outgoing.writeHead(status, { 'Content-Type': 'application/json', Connection: 'close' })
  outgoing.end(JSON.stringify({ code: 3, message }))
}
