import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

import { AppError } from '../../errors.ts'
import { readStdin } from '../../terminal/stdin.ts'
import { escapeCell } from '../../text/escape.ts'

/**
 * The text that `--data` means: itself, or that of a file or of standard input, which must be UTF-8 (a byte order mark before it, as editors on Windows write it,
 * is no part of the text). Raises `usage.invalid`.
 */
export function readData(data: string, cwd: string): string {
  if (data !== '-' && !data.startsWith('@')) return data
  if (data === '@') {
    throw new AppError('usage.invalid', 'A file name is missing after the @ of --data.', {
      suggestions: ['Write it right after the @, for example --data @body.json, or - for standard input.'],
    })
  }
  return utf8(data === '-' ? readStdin() : readFile(data, cwd), data)
}

function readFile(data: string, cwd: string): Uint8Array {
  const file = resolve(cwd, data.slice(1))
  try {
    return readFileSync(file)
  } catch (cause) {
    throw new AppError('usage.invalid', `--data ${data} cannot be read.`, {
      cause,
      suggestions: [
        (cause as NodeJS.ErrnoException).code === 'EISDIR'
          ? `${file} is a folder: name a file in it.`
          : `There is no ${file}, or it may not be read.`,
      ],
    })
  }
}

/** A letter that another encoding wrote would otherwise become U+FFFD and be sent as that. */
function utf8(bytes: Uint8Array, data: string): string {
  // UTF-16 has a byte order mark, or a zero byte beside each letter, which is valid UTF-8.
  const isUtf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || bytes.subarray(0, 4096).includes(0)
  try {
    if (!isUtf16) return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    // Said below.
  }
  const found = isUtf16 ? 'UTF-16 text (in Excel: Unicode Text)' : 'not UTF-8 text'
  throw new AppError('usage.invalid', `--data ${escapeCell(data)} is ${found}, so nothing was sent.`, {
    suggestions: [`Save it as UTF-8, or convert it, for example: iconv -f ${isUtf16 ? 'utf-16' : 'latin1'} -t utf-8`],
  })
}
