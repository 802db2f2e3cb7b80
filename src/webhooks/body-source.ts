import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

import { AppError } from '../errors.ts'
import { escapeCell } from '../text/escape.ts'

const STDIN = 0

/** The bytes that `--body` names: `@file`, or `-` for stdin. Raises `usage.invalid`. */
export function readBodySource(source: string, cwd: string): Uint8Array {
  if (source !== '-' && !source.startsWith('@')) {
    throw new AppError('usage.invalid', '--body takes @file, or - for stdin.', {
      suggestions: ['To change single fields, use --set name=value.'],
    })
  }
  try {
    return readFileSync(source === '-' ? STDIN : resolve(cwd, source.slice(1)))
  } catch (cause) {
    throw new AppError('usage.invalid', `The body cannot be read from ${escapeCell(source)}.`, { cause })
  }
}
