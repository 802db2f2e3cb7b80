import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

import type { TemplateFile } from '../template-files.ts'

/** Returns whether an app may have been created from these files: it has most of them, because owners change and delete files. */
export function fitsApp(dir: string, files: readonly TemplateFile[]): boolean {
  return files.filter(({ path, content }) => isAlike(join(dir, path), content)).length * 2 >= files.length
}

/** Returns whether the file contains half of the template's lines. */
function isAlike(file: string, content: string): boolean {
  // The app may have a folder with this name.
  if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true) return false
  const lines = content.split('\n').filter((line) => line.trim() !== '')
  const own = new Set(readFileSync(file, 'utf8').split('\n'))
  return lines.filter((line) => own.has(line)).length * 2 >= lines.length
}
