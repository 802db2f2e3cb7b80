import { request as httpRequest, type IncomingMessage } from 'node:http'

import { isRejection, isSuccess } from '../../http/status.ts'
import { afterRunning } from '../../processes/busyness.ts'

/** A header as sent; a name may occur more than once. */
export type RawHeader = readonly [name: string, value: string]

export interface RawRequest {
  readonly method: string
  /** A port on 127.0.0.1. */
  readonly port: number
  /** Path and query as sent. */
  readonly path: string
  readonly headers?: readonly RawHeader[]
  /** Several pieces are sent in sequence with a pause, as on a slow network. */
  readonly body?: Uint8Array | readonly Uint8Array[]
}

export interface RawAnswer {
  readonly answered: true
  readonly status: number
  readonly headers: readonly RawHeader[]
  /** First 8 MiB; a longer body is truncated, and the connection closed. */
  readonly body: Buffer
  readonly ms: number
}

export interface NoAnswer {
  readonly answered: false
  /**
   * `too-slow`: no complete response within 5 s; `busy`: the same on a machine too busy to tell
   * why; `closed`: the connection ended first; `garbage`: the response is not HTTP.
   */
  readonly why: 'too-slow' | 'busy' | 'closed' | 'refused' | 'garbage'
  readonly ms: number
}

export type Answer = RawAnswer | NoAnswer

/** Longest wait for a response, in ms; longer only while `mayWait` allows it. */
export const ANSWER_MS = 5000

/** Called each time the wait for a response ends. Returns whether to wait as long again, or why there is no response. */
export type MayWait = (ms: number) => Promise<'wait' | 'too-slow' | 'busy'>

const MAX_BODY = 8 * 1024 * 1024

/** Sends one request on a separate connection and never throws: an error is returned as the response. */
export function sendRaw(
  { method, port, path, headers = [], body = [] }: RawRequest,
  mayWait: MayWait = async () => 'too-slow',
): Promise<Answer> {
  const startedAt = performance.now()
  const ms = () => Math.round(performance.now() - startedAt)
  const pieces = body instanceof Uint8Array ? [body] : body
  return new Promise((resolve) => {
    const outgoing = httpRequest({
      host: '127.0.0.1',
      port,
      path,
      method,
      headers: framed({ headers, pieces, port, method }).flat(),
      agent: false,
      setDefaultHeaders: false,
    })
    const end = (answer: Answer) => {
      clearTimeout(timer)
      outgoing.destroy()
      resolve(answer)
    }
    const decide = async () => {
      const why = await mayWait(ms())
      if (why !== 'wait') return end({ answered: false, why, ms: ms() })
      if (!outgoing.destroyed) timer = afterRunning(ANSWER_MS, () => void decide())
    }
    let timer = afterRunning(ANSWER_MS, () => void decide())
    outgoing.on('error', (error) => end({ answered: false, why: explainError(error), ms: ms() }))
    outgoing.on('response', (incoming) => {
      readBody(incoming).then(
        (read) => {
          const { statusCode = 0, rawHeaders } = incoming
          end({ answered: true, status: statusCode, headers: pairs(rawHeaders), body: read, ms: ms() })
        },
        () => end({ answered: false, why: 'closed', ms: ms() }),
      )
    })
    void write(outgoing, pieces)
  })
}

interface ToFrame {
  readonly headers: readonly RawHeader[]
  readonly pieces: readonly Uint8Array[]
  readonly port: number
  readonly method: string
}

/** Adds Host and the framing of the body, unless the headers contain them. */
function framed({ headers, pieces, port, method }: ToFrame): RawHeader[] {
  const has = (name: string) => headers.some(([given]) => given.toLowerCase() === name)
  const own: RawHeader[] = has('host') ? [] : [['Host', `127.0.0.1:${port}`]]
  own.push(['Connection', 'close'])
  const length = pieces.reduce((sum, piece) => sum + piece.byteLength, 0)
  if ((length > 0 || method === 'POST') && !has('content-length')) own.push(['Content-Length', String(length)])
  return [...own, ...headers]
}

/** Pause between two pieces, so that they do not share a packet, in ms. */
const PAUSE_MS = 150

async function write(outgoing: ReturnType<typeof httpRequest>, pieces: readonly Uint8Array[]): Promise<void> {
  outgoing.setNoDelay(true)
  for (const piece of pieces.slice(0, -1)) {
    if (outgoing.destroyed) return
    outgoing.write(piece)
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
  if (!outgoing.destroyed) outgoing.end(pieces.at(-1))
}

function readBody(incoming: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let length = 0
    const done = () => resolve(Buffer.concat(chunks, Math.min(length, MAX_BODY)))
    incoming.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      length += chunk.length
      if (length <= MAX_BODY) return
      incoming.destroy()
      done()
    })
    incoming.on('end', done)
    incoming.on('close', () => reject(new Error('closed')))
  })
}

function pairs(raw: readonly string[]): RawHeader[] {
  return raw.flatMap((name, at): RawHeader[] => (at % 2 === 0 ? [[name, raw[at + 1] ?? '']] : []))
}

function explainError({ code = '' }: NodeJS.ErrnoException): NoAnswer['why'] {
  if (code === 'ECONNREFUSED') return 'refused'
  return code.startsWith('HPE_') ? 'garbage' : 'closed'
}

/** Returns the first value of a header; null if it is missing. */
export function readHeader({ headers }: RawAnswer, name: string): string | null {
  return headers.find(([given]) => given.toLowerCase() === name.toLowerCase())?.[1] ?? null
}

/** Returns the body as text; empty without a response. */
export function sentText(answer: Answer): string {
  return answer.answered ? answer.body.toString('utf8') : ''
}

/** Returns true for a 2xx: the app accepted the request. */
export function isTaken(answer: Answer): boolean {
  return answer.answered && isSuccess(answer.status)
}

/** Returns true for a 4xx: the app rejected the request. */
export function isRejected(answer: Answer): boolean {
  return answer.answered && isRejection(answer.status)
}
