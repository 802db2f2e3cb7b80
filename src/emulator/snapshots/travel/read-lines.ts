import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'

import { parseJson } from '../../../text/json.ts'
import { unreadable } from './unreadable.ts'

/** The most that an exported snapshot may hold, unpacked: a store of a hundred thousand products needs a tenth (T14). */
const MOST_BYTES = 4 * 1024 * 1024 * 1024
/** A row: the largest file of a store in base64, and more. */
const MOST_LINE_BYTES = 32 * 1024 * 1024

/** Hands each line of a compressed file to `take`, read. Raises `emulator.snapshot-unreadable`, and what `take` raises. */
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
    // A copy: the chunk's memory is given to the next one.
    rest.push(Buffer.from(chunk.subarray(start)))
    restBytes += chunk.length - start
    if (restBytes > limits.lineBytes) throw unreadable(file, 'one of its lines is too long')
  }
  await pipeline(createReadStream(file), createGunzip(), async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) takeChunk(chunk)
  }).catch((error: unknown) => {
    // Of zlib: not compressed, cut off, or damaged.
    if (String((error as NodeJS.ErrnoException).code).startsWith('Z_'))
      throw unreadable(file, 'it is damaged or not a snapshot', error)
    throw error
  })
  if (restBytes > 0) throw unreadable(file, 'it is truncated')
}
