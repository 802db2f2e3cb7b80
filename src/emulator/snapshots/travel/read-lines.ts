import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'

import { parseJson } from '../../../text/json.ts'
import { unreadable } from './unreadable.ts'

/** Size limit of an unpacked snapshot. A store with a hundred thousand products needs a tenth of it (T14). */
const MOST_BYTES = 4 * 1024 * 1024 * 1024
/** Size limit of a row: more than a store's largest file in base64. */
const MOST_LINE_BYTES = 32 * 1024 * 1024

/** Parses each line of a compressed file and passes it to `take`. Raises `emulator.snapshot-unreadable`, and errors of `take`. */
export async function readLines(
  file: string,
  take: (line: unknown) => void,
  limits = { bytes: MOST_BYTES, lineBytes: MOST_LINE_BYTES },
): Promise<void> {
  let total = 0
  let rest: Buffer[] = []
  let restBytes = 0
  const takeLine = (bytes: Buffer) => {
    const parsed = parseJson(bytes.toString('utf8'))
    if (!parsed.ok) throw unreadable(file, 'one of its lines is not JSON')
    take(parsed.value)
  }
  const takeChunk = (chunk: Buffer) => {
    total += chunk.length
    if (total > limits.bytes) throw unreadable(file, 'its unpacked size exceeds the limit')
    let start = 0
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, start)) {
      takeLine(rest.length === 0 ? chunk.subarray(start, end) : Buffer.concat([...rest, chunk.subarray(start, end)]))
      rest = []
      restBytes = 0
      start = end + 1
    }
    if (start === chunk.length) return
    // Copied, because the chunk's memory is reused for the next one.
    rest.push(Buffer.from(chunk.subarray(start)))
    restBytes += chunk.length - start
    if (restBytes > limits.lineBytes) throw unreadable(file, 'one of its lines is too long')
  }
  await pipeline(createReadStream(file), createGunzip(), async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) takeChunk(chunk)
  }).catch((error: unknown) => {
    // From zlib: not compressed, truncated, or damaged.
    if (String((error as NodeJS.ErrnoException).code).startsWith('Z_'))
      throw unreadable(file, 'it is damaged or not a snapshot', error)
    throw error
  })
  if (restBytes > 0) throw unreadable(file, 'it is truncated')
}
