import { Buffer, isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'

import type { CallContent, KeptBody, KeptMessage } from '../../journal/calls/call-content.ts'
import { redactSecrets } from '../../protocol/redact.ts'
import { hideFields, secretWords } from './call-facts.ts'
import { hideMembers } from './hide-members.ts'

/** The part of a body that is kept. */
const KEPT_BYTES = 64 * 1024

/** Bytes that are read beyond the kept part, so that no secret is cut in two at its end: half a secret would not be recognised. */
const EDGE_BYTES = 4 * 1024

/** Longer values of headers are cut. */
const KEPT_HEADER = 2000

/** Watches one call and keeps what the journal shows about it. */
export interface ContentWatch {
  /** Takes the answer as soon as its headers are there. */
  readonly answered: (response: IncomingMessage) => void
  /** What has passed until now, with secrets masked. Slow for large bodies, so it is called after the app has its answer. */
  readonly read: () => CallContent
}

interface WatchOptions {
  readonly incoming: IncomingMessage
  /** Whether the call is a token exchange, whose bodies are never kept: the request holds the client secret and the code, the answer the token. */
  readonly isExchange: boolean
  /** Size of a request body that was read earlier, in bytes. */
  readonly readBytes?: number
}

/** Starts to read a request as it passes, without delaying it. */
export function watchContent({ incoming, isExchange, readBytes = 0 }: WatchOptions): ContentWatch {
  const readBody = tapBody(incoming, isExchange, readBytes)
  // The token of this call, in any form, wherever the bodies repeat it.
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
  // Counted from the end, because masking has shortened the text.
  return { text: isCut ? hidden.slice(0, -EDGE_BYTES) : hidden, bytes, isCut, leftOut: null }
}

/** The bytes without a character at the end whose other bytes were cut off (a character of UTF-8 has at most four bytes). */
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
