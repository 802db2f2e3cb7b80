import { Buffer, isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'

import type { CallContent, KeptBody, KeptMessage } from '../../journal/calls/call-content.ts'
import { redactSecrets } from '../../protocol/redact.ts'
import { hideFields, secretWords } from './call-facts.ts'
import { hideMembers } from './hide-members.ts'

/** As much of a body as is kept. */
const KEPT_BYTES = 64 * 1024

/** Read beyond that, so that no secret is cut in two where the kept part ends: half of one would not be known as one. */
const EDGE_BYTES = 4 * 1024

/** Longer values of headers are cut. */
const KEPT_HEADER = 2000

/** Watches one call and keeps what the journal shows of it. */
export interface ContentWatch {
  /** The answer, from its head on. */
  readonly answered: (response: IncomingMessage) => void
  /** What passed until now, secrets masked. Takes its time with large bodies: called once the app has its answer. */
  readonly read: () => CallContent
}

interface WatchOptions {
  readonly incoming: IncomingMessage
  /** Of a token exchange no body is kept: the request holds the client secret and the code, the answer the token. */
  readonly isExchange: boolean
  /** Bytes of a body that was read before. */
  readonly readBytes?: number
}

/** Starts to look at a request as it passes. Nothing is held back for it. */
export function watchContent({ incoming, isExchange, readBytes = 0 }: WatchOptions): ContentWatch {
  const readBody = tapBody(incoming, isExchange, readBytes)
  // The token of this very call, whatever it looks like, wherever it is said again.
  const known = wordsOf(incoming.headers.authorization)
  let readAnswer: (() => KeptMessage) | null = null
  return {
    answered: (response) => {
      const body = tapBody(response, isExchange)
      readAnswer = () => ({ headers: keptHeaders(response.rawHeaders, known), body: body(known) })
    },
    read: () => ({
      request: { headers: keptHeaders(incoming.rawHeaders, known), body: readBody(known) },
      answer: readAnswer?.() ?? null,
    }),
  }
}

type ReadBody = (known: readonly string[]) => KeptBody

function tapBody(message: IncomingMessage, isExchange: boolean, readBytes = 0): ReadBody {
  const leftOut = isExchange ? 'exchange' : isCompressed(message) ? 'compressed' : null
  const chunks: Buffer[] = []
  let bytes = readBytes
  message.on('data', (chunk: Buffer) => {
    if (leftOut === null && bytes < KEPT_BYTES + EDGE_BYTES) chunks.push(chunk)
    bytes += chunk.byteLength
  })
  return (known) => {
    if (bytes === 0) return { text: null, bytes, isCut: false, leftOut: null }
    if (leftOut !== null) return { text: null, bytes, isCut: false, leftOut }
    return textBody(Buffer.concat(chunks), bytes, known)
  }
}

function textBody(read: Buffer, bytes: number, known: readonly string[]): KeptBody {
  const isCut = bytes > KEPT_BYTES + EDGE_BYTES
  const start = isCut ? wholeCharacters(read.subarray(0, KEPT_BYTES + EDGE_BYTES)) : read
  if (!isUtf8(start) || start.includes(0)) return { text: null, bytes, isCut: false, leftOut: 'binary' }
  const hidden = hide(start.toString('utf8'), known)
  // Counted from the end: what was hidden has made it shorter.
  return { text: isCut ? hidden.slice(0, -EDGE_BYTES) : hidden, bytes, isCut, leftOut: null }
}

/** Without the first bytes of a character of which the rest was cut off (UTF-8 has four at most). */
function wholeCharacters(bytes: Buffer): Buffer {
  for (let end = bytes.byteLength; end > bytes.byteLength - 4; end--) {
    if (isUtf8(bytes.subarray(0, end))) return bytes.subarray(0, end)
  }
  return bytes
}

function hide(text: string, known: readonly string[]): string {
  return redactSecrets(hideFields(hideMembers(text)), known)
}

function keptHeaders(raw: readonly string[], known: readonly string[]): [string, string][] {
  const headers: [string, string][] = []
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const [name = '', value = ''] = raw.slice(at, at + 2)
    headers.push([name, keptHeader(name, value, known).slice(0, KEPT_HEADER)])
  }
  return headers
}

function keptHeader(name: string, value: string, known: readonly string[]): string {
  if (/^(?:proxy-)?authorization$/i.test(name)) return value.replace(/^(Bearer|Basic|Digest)?.*$/is, '$1 …').trim()
  if (/cookie/i.test(name) || secretWords.test(name)) return '…'
  return redactSecrets(hideFields(value), known)
}

function wordsOf(authorization: string | undefined): string[] {
  return (authorization ?? '').split(/\s+/).filter((word) => word.length > 7)
}

function isCompressed({ headers }: IncomingMessage): boolean {
  return !['identity', undefined].includes(headers['content-encoding'])
}
