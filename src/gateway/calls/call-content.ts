import { Buffer, isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'

import type { CallContent, KeptBody, KeptMessage } from '../../journal/calls/call-content.ts'
import { redactSecrets } from '../../protocol/redact.ts'
import { hideFields, secretWords } from './call-facts.ts'
import { hideMembers } from './hide-members.ts'

/** Maximum stored size of a body. */
const KEPT_BYTES = 64 * 1024

/** Bytes read beyond the stored part, so that no secret is split at its end: half a secret would not be recognized. */
const EDGE_BYTES = 4 * 1024

/** Longer header values are truncated. */
const KEPT_HEADER = 2000

/** Watches one call and records what the journal shows about it. */
export interface ContentWatch {
  /** Receives the response when its headers arrive. */
  readonly answered: (response: IncomingMessage) => void
  /** Returns what has passed until now, with secrets masked. Slow for large bodies, so it is called after the app has its response. */
  readonly read: () => CallContent
}

interface WatchOptions {
  readonly incoming: IncomingMessage
  /** True for a token exchange, whose bodies are never stored: the request contains the client secret and the code, the response the token. */
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

/** Returns the bytes without a truncated character at the end (a character of UTF-8 has at most four bytes). */
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
