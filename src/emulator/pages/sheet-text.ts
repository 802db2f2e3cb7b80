import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { tokensCss } from '../../styles/tokens.ts'

/** The sheet of all pages as CSS. scripts/build puts a module with the finished text in the place of this one, so the package reads no file for it. */
export function sheetText(): string {
  return tokensCss() + readFileSync(join(import.meta.dirname, 'style.css'), 'utf8')
}
