import { closeSync, mkdtempSync, openSync, readSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

import { AppError } from '../../errors.ts'
import { writeWhole } from '../../storage/files.ts'
import { stdinParts } from '../../terminal/stdin.ts'
import { escapeCell } from '../../text/escape.ts'

const PART_BYTES = 65_536

const MAX_IN_MEMORY = 2 ** 20

/** Text from `--data` that is read in parts, so that memory does not grow with it. */
export interface DataSource {
  /** The first characters, to guess the format. */
  readonly start: string
  /** Reads all of the text from its start. Raises `usage.invalid` if it is not UTF-8 or if the file has changed since it was opened. */
  readonly parts: () => Iterable<string>
}

/**
 * Opens the file or standard input that `--data` specifies; null for a literal value. It must be UTF-8: a byte order mark, which Windows editors
 * write, is skipped. Input that can be read only once and is longer than one part is copied to an unnamed temporary file. Raises `usage.invalid`.
 */
export function openData(data: string, cwd: string): DataSource | null {
  if (data !== '-' && !data.startsWith('@')) return null
  if (data === '@') {
    throw new AppError('usage.invalid', 'A file name is missing after the @ in --data.', {
      suggestions: ['Use --data @body.json for a file, or --data - for stdin.'],
    })
  }
  if (data === '-') return parseSource(data, stored(stdinParts()))
  const file = resolve(cwd, data.slice(1))
  try {
    return parseSource(data, statSync(file).isFile() ? file : stored(fileParts(file)))
  } catch (cause) {
    if (cause instanceof AppError) throw cause
    throw new AppError('usage.invalid', `--data ${data} cannot be read.`, {
      cause,
      suggestions: [
        (cause as NodeJS.ErrnoException).code === 'EISDIR'
          ? `${file} is a folder. Choose a file in this folder.`
          : `Check that ${file} exists and is readable.`,
      ],
    })
  }
}

/** A file path, an open file without a name, or bytes in memory. */
type Stored = string | number | readonly Uint8Array[]

function parseSource(data: string, from: Stored): DataSource {
  const opened = typeof from === 'string' ? readVersion(from) : ''
  const parts = () => {
    if (typeof from === 'string' && readVersion(from) !== opened) {
      throw new AppError('usage.invalid', `--data ${escapeCell(data)} changed while it was read.`, {
        suggestions: ['Run the command again when the file is complete.'],
      })
    }
    return utf8(typeof from === 'object' ? from : fileParts(from, 0), data)
  }
  const [start = ''] = parts()
  return { start, parts }
}

function readVersion(file: string): string {
  const { ino, size, mtimeMs } = statSync(file)
  return `${ino} ${size} ${mtimeMs}`
}

/**
 * Yields the parts of a file, each valid until the next one. A path is open only while its parts
 * are read. Without `from`, a pipe is read, which has no positions.
 */
function* fileParts(file: string | number, from: number | null = null): Generator<Uint8Array, void, void> {
  const opened = typeof file === 'number' ? file : openSync(file, 'r')
  try {
    // One buffer for all parts, because memory outside of the heap is freed late.
    const bytes = new Uint8Array(PART_BYTES)
    for (let at = from; ; at = at === null ? null : at + PART_BYTES) {
      const size = readSync(opened, bytes, 0, PART_BYTES, at)
      if (size > 0) yield bytes.subarray(0, size)
      if (size === 0 || (at !== null && size < PART_BYTES)) return
    }
  } finally {
    if (opened !== file) closeSync(opened)
  }
}

/** Stores the parts: most bodies are small and stay in memory. The system deletes a file without a name when the process exits. */
function stored(parts: Iterable<Uint8Array>): Stored {
  const kept: Uint8Array[] = []
  let file: number | null = null
  for (const part of parts) {
    if (file !== null) writeWhole(file, part)
    else if (kept.push(part.slice()) * PART_BYTES > MAX_IN_MEMORY) {
      file = openUnnamed()
      for (const one of kept.splice(0)) writeWhole(file, one)
    }
  }
  return file ?? kept
}

function openUnnamed(): number {
  const folder = mkdtempSync(join(tmpdir(), 'svcapp-data-'))
  try {
    return openSync(join(folder, 'data'), 'wx+', 0o600)
  } finally {
    // Windows deletes the file when it is closed.
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Rejects text in another encoding, whose letters would be sent as U+FFFD. */
function* utf8(bytes: Iterable<Uint8Array>, data: string): Generator<string, void, void> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const decode = (part?: Uint8Array) => {
    try {
      return part === undefined ? decoder.decode() : decoder.decode(part, { stream: true })
    } catch {
      throw wrongEncoding(data, { isUtf16: false })
    }
  }
  let isFirst = true
  for (const part of bytes) {
    // UTF-16 has a byte order mark, or a zero byte next to each letter, which is valid UTF-8.
    const isUtf16 = isFirst && ((part[0] === 0xff && part[1] === 0xfe) || part.subarray(0, 4096).includes(0))
    if (isUtf16) throw wrongEncoding(data, { isUtf16 })
    isFirst = false
    yield decode(part)
  }
  yield decode()
}

function wrongEncoding(data: string, { isUtf16 }: { readonly isUtf16: boolean }): AppError {
  const found = isUtf16 ? 'UTF-16 text (in Excel: Unicode Text)' : 'not UTF-8 text'
  return new AppError('usage.invalid', `--data ${escapeCell(data)} is ${found}, so nothing was sent.`, {
    suggestions: [`Save the file as UTF-8, or convert it: iconv -f ${isUtf16 ? 'utf-16' : 'latin1'} -t utf-8`],
  })
}
