import { createHash } from 'node:crypto'

/** Shortest file signature of each accepted image type. The rest of the file does not matter. */
export const images = {
  'image/jpeg': Buffer.from('\u00ff\u00d8\u00ff\u00e0\u0000\u0010JFIF\u0000 a picture', 'latin1'),
  'image/png': Buffer.from('\u0089PNG\r\n\u001a\n a picture', 'latin1'),
  'image/webp': Buffer.from('RIFF\u0010\u0000\u0000\u0000WEBPVP8 a picture', 'latin1'),
  'image/gif': Buffer.from('GIF89a a picture', 'latin1'),
  'image/svg+xml': Buffer.from('<?xml version="1.0"?>\n<!-- a -->\n<svg xmlns="http://www.w3.org/2000/svg"/>'),
  'image/avif': Buffer.from('\u0000\u0000\u0000\u001cftypavif a picture', 'latin1'),
} as const

export const png = images['image/png']

/** Returns a PNG of exactly this many bytes. */
export function pngOf(size: number): Buffer {
  return Buffer.concat([png, Buffer.alloc(size - png.length, 0x20)])
}

export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

export interface Part {
  readonly name?: string
  /** File name, or null for a plain field. */
  readonly filename?: string | null
  readonly type?: string
  readonly bytes: Uint8Array | string
}

export const BOUNDARY = 'test-boundary'

/** Encodes a form manually, so that its parts may have any content. Text is Latin-1. */
export function formBytes(parts: readonly Part[]): Buffer {
  const pieces = parts.flatMap(({ name = 'file', filename = 'x.png', type = 'image/png', bytes }) => [
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${filename === null ? '' : `; filename="${filename}"`}\r\n`,
    type === '' ? '\r\n' : `Content-Type: ${type}\r\n\r\n`,
    bytes,
    '\r\n',
  ])
  return Buffer.concat(
    [...pieces, `--${BOUNDARY}--\r\n`].map((piece) =>
      typeof piece === 'string' ? Buffer.from(piece, 'latin1') : Buffer.from(piece),
    ),
  )
}
