import { join } from 'node:path'

import { sheetOf } from '../../styles/tokens.ts'

/** The sheet of all pages as CSS. scripts/build puts a module with the finished text in the place of this one, so the package reads no file for it. */
export function sheetText(): string {
  return sheetOf(join(import.meta.dirname, 'style.css'))
}
