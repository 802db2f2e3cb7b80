import { createHash } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'

/** Cells on each side, and pixels on each side of a cell. */
const CELLS = 8
const CELL_PIXELS = 32

const SIDE = CELLS * CELL_PIXELS

/** Creates a PNG in place of a generated image: a pattern in two colors, always the same for the same text. */
export function placeholderImage(prompt: string): Uint8Array {
  const digest = createHash('sha256').update(prompt).digest()
  const rows = Array.from({ length: SIDE }, (_, y) => [
    // Each row is stored unfiltered (filter 0), one byte a pixel.
    0,
    ...Array.from({ length: SIDE }, (_, x) => cellOf(digest, Math.floor(x / CELL_PIXELS), Math.floor(y / CELL_PIXELS))),
  ])
  const header = Buffer.alloc(13)
  header.writeUInt32BE(SIDE, 0)
  header.writeUInt32BE(SIDE, 4)
  // Eight bits a pixel, each an index of the palette.
  header.set([8, 3], 8)
  return Buffer.concat([
    Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.concat([Buffer.from([240, 240, 240]), digest.subarray(8, 11)])),
    chunk('IDAT', deflateSync(Buffer.from(rows.flat()))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** Returns one bit of the hash for each cell of the left half. The right half mirrors it. */
function cellOf(digest: Buffer, x: number, y: number): number {
  const bit = y * (CELLS / 2) + Math.min(x, CELLS - 1 - x)
  return ((digest[bit >> 3] ?? 0) >> (bit & 7)) & 1
}

/** Builds a chunk: length, name, data, checksum (PNG, section 5.3). */
function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}
