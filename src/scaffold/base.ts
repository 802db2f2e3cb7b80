import { existsSync, readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'

import type { TemplateFile } from './template-files.ts'

/** Location of the original template in an app from before the kit, below its folder. The owner's changes are the differences from it. */
export const BASE_FILE = '.svcapp/base'

/** No template is this large, so a file that unpacks to more is not a template. */
const MAX_BYTES = 16 * 1024 * 1024

/** Unpacks a template from one file: a JSON object, compressed with Brotli. Returns null if the file is missing or invalid. */
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
