import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'

import { AppError } from '../../errors.ts'
import { PROJECT_FILE } from './project-file-name.ts'

/** More than any app.toml needs. A larger file is not an app.toml and is not read. */
const MAX_BYTES = 1024 * 1024

/** Reads the text of an app.toml. Raises `project.malformed` and `project.unreadable`. */
export function readText(file: string): string {
  const bytes = readBytes(file)
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes)
  } catch (cause) {
    const line = lineOfBadByte(bytes)
    throw new AppError('project.malformed', `${file}:${line}: this line is not UTF-8 text.`, {
      cause,
      details: { file, line },
      suggestions: ['Save the file as UTF-8.'],
    })
  }
}

function readBytes(file: string): Buffer {
  let descriptor: number | undefined
  try {
    // Opening a pipe would otherwise block until another process writes to it.
    descriptor = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
    const stat = fstatSync(descriptor)
    if (!stat.isFile()) throw new AppError('project.unreadable', `${file} is not a file.`)
    if (stat.size > MAX_BYTES) {
      throw new AppError(
        'project.unreadable',
        `${file} has ${stat.size} bytes, which is too large for an ${PROJECT_FILE}.`,
        {
          details: { file, line: 1 },
        },
      )
    }
    const bytes = Buffer.alloc(stat.size)
    return bytes.subarray(0, readSync(descriptor, bytes, 0, stat.size, 0))
  } catch (cause) {
    if (cause instanceof AppError) throw cause
    throw new AppError('project.unreadable', `${file} cannot be read.`, { cause, details: { file } })
  } finally {
    if (descriptor !== undefined) closeSync(descriptor)
  }
}

function lineOfBadByte(bytes: Uint8Array): number {
  const decoder = new TextDecoder('utf-8')
  // Decoding replaces invalid bytes by U+FFFD, which valid text hardly ever contains.
  const before = decoder.decode(bytes).split('\ufffd')[0] ?? ''
  return before.split('\n').length
}
