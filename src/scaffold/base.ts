import { existsSync, readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'

import type { TemplateFile } from './template-files.ts'

/** Where an app from before the kit keeps the template that it was made from, below its folder: what its owner changed is the difference to this. */
export const BASE_FILE = '.svcapp/base'

/** No template is as large; what unpacks to more is something else. */
const MAX_BYTES = 16 * 1024 * 1024

/** The files of a template in one file: a JSON object, compressed by Brotli. Null where it is not there or holds something else. */
export function unpackFiles(file: string): TemplateFile[] | null {
  if (!existsSync(file)) return null
  try {
    const text = brotliDecompressSync(readFileSync(file), { maxOutputLength: MAX_BYTES }).toString('utf8')
    return filesOf(JSON.parse(text))
  } catch {
    return null
  }
}

function filesOf(value: unknown): TemplateFile[] | null {
  if (typeof value !== 'object' || value === null) return null
  return Object.entries(value).flatMap(([path, content]) => (typeof content === 'string' ? [{ path, content }] : []))
}
