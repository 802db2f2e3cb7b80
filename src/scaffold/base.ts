import { existsSync, readFileSync } from 'node:fs'
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'

import type { TemplateFile } from './template-files.ts'

/** Where an app keeps the template that it was made from, below its folder: what its owner changed is the difference to this. */
export const BASE_FILE = '.svcapp/base'

/** No template is as large; what unpacks to more is something else. */
const MAX_BYTES = 16 * 1024 * 1024

/** The files of a template as one: small, and the same for the same template. */
export function packFiles(files: readonly TemplateFile[]): Uint8Array {
  const sorted = files.toSorted((a, b) => (a.path < b.path ? -1 : 1))
  const text = JSON.stringify(Object.fromEntries(sorted.map(({ path, content }) => [path, content])))
  // The best quality takes ten times as long and saves a sixth.
  return brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
}

/** What `packFiles` put into a file; null where it is not there or holds something else. */
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
