import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

import { AppError } from '../errors.ts'
import { readStdin } from '../terminal/stdin.ts'
import { escapeCell } from '../text/escape.ts'

/** Reads the bytes of a flag value (`--body`): `@file`, or `-` for stdin. Raises `usage.invalid`. */
export function readBodySource(source: string, cwd: string, flag = '--body'): Uint8Array {
  if (source !== '-' && !source.startsWith('@')) {
    throw new AppError('usage.invalid', `${flag} needs @file, or - for stdin.`, {
      suggestions: [`To read a file, put @ before its name: ${flag} @request.txt`],
    })
  }
  if (source === '-') return readStdin()
  try {
    return readFileSync(resolve(cwd, source.slice(1)))
  } catch (cause) {
    throw new AppError('usage.invalid', `Could not read ${flag} from ${escapeCell(source)}.`, { cause })
  }
}
