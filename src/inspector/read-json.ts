import { Buffer } from 'node:buffer'
import type { IncomingMessage } from 'node:http'

import { AppError } from '../errors.ts'
import { parseJson } from '../text/json.ts'
import { invalid } from './query.ts'

/** Size of the largest delivery, plus half for the JSON encoding of an edited text. */
const MOST_BYTES = 1.5 * 1024 * 1024

/** Reads the posted object; an empty body gives an empty object. Raises `usage.invalid`. */
export async function readJson(incoming: IncomingMessage): Promise<Readonly<Record<string, unknown>>> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    size += chunk.byteLength
    if (size > MOST_BYTES) throw new AppError('usage.invalid', 'The request is too large.')
    chunks.push(chunk)
  }
  if (size === 0) return {}
  const parsed = parseJson(Buffer.concat(chunks).toString('utf8'))
  if (!parsed.ok || typeof parsed.value !== 'object' || parsed.value === null || Array.isArray(parsed.value)) {
    throw invalid('body', 'a JSON object')
  }
  // Checked above.
  return parsed.value as Readonly<Record<string, unknown>>
}
