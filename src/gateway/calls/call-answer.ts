import type { IncomingMessage } from 'node:http'

import { messages } from '../../catalog/errors.ts'
import { isLoopback } from '../../client/origin.ts'
import { isSuccess } from '../../http/status.ts'
import { redactSecrets } from '../../protocol/redact.ts'
import { parseJson } from '../../text/json.ts'

/** Facts of a platform response beyond its status. */
export interface AnswerFacts {
  readonly hint: string | null
  /** Number of failed rows of a 2xx (a 200 alone does not mean success); null if the response has no rows. */
  readonly failedRows: number | null
  /** True for the 400 that a store-wide token gets for a call without a region. */
  readonly isPinMissing: boolean
  /** True if the token does not match the registered install scope. Once the scope is restored, the token works again. */
  readonly isInconsistent: boolean
  /**
   * True if its content type is not JSON, as for a proxy's page, or if it is a 401 of another program at the emulator's
   * port. The emulator's rejections have one form; those of the live platform are not documented that far (N8).
   */
  readonly isOfAnother: boolean
}

/** Maximum size of a response that is read. */
const LOOK_LIMIT = 1024 * 1024

const nothing: AnswerFacts = {
  hint: null,
  failedRows: null,
  isPinMissing: false,
  isInconsistent: false,
  isOfAnother: false,
}

/** Reads a response while it passes and calls `done` after its end. A response that is compressed, too large or not JSON yields no facts. */
export function watchAnswer(
  response: IncomingMessage,
  { baseUrl }: { readonly baseUrl: URL },
  done: (facts: AnswerFacts) => void,
): void {
  if (!isJson(response.headers['content-type'])) {
    response.once('end', () => done({ ...nothing, isOfAnother: true }))
    return
  }
  const isReadable = response.headers['content-encoding'] === undefined
  const chunks: Buffer[] = []
  let size = 0
  response.on('data', (chunk: Buffer) => {
    size += chunk.byteLength
    if (isReadable && size <= LOOK_LIMIT) chunks.push(chunk)
  })
  response.once('end', () => {
    if (!isReadable || size > LOOK_LIMIT) return done(nothing)
    const { statusCode: status = 0 } = response
    done(readAnswer({ status, isEmulator: isLoopback(baseUrl.hostname) }, Buffer.concat(chunks)))
  })
}

function readAnswer(
  { status, isEmulator }: { readonly status: number; readonly isEmulator: boolean },
  bytes: Buffer,
): AnswerFacts {
  const parsed = parseJson(bytes.toString('utf8'))
  if (!parsed.ok || typeof parsed.value !== 'object' || parsed.value === null) return nothing
  const { success, hint, failed, results, message } = parsed.value as Readonly<Record<string, unknown>>
  return {
    hint: typeof hint === 'string' && hint !== '' ? redactSecrets(hint).slice(0, 1000) : null,
    failedRows: isSuccess(status) ? failedRows(failed, results) : null,
    isPinMissing: status === 400 && message === messages.pinMissing,
    isInconsistent: status === 401 && message === messages.tokenInconsistent,
    isOfAnother: isEmulator && status === 401 && success !== false,
  }
}

function failedRows(failed: unknown, results: unknown): number | null {
  const rows = Array.isArray(results) ? results.filter((row) => isFailed(row)).length : 0
  if (typeof failed === 'number') return Math.max(failed, rows)
  return Array.isArray(results) ? rows : null
}

function isFailed(row: unknown): boolean {
  return typeof row === 'object' && row !== null && 'success' in row && row.success === false
}

function isJson(type: string | undefined): boolean {
  return type === undefined || /\bjson\b/i.test(type)
}
