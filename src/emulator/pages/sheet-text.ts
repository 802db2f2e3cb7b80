import { join } from 'node:path'

import { commonSheet, ownSheet } from '../../styles/sheets.ts'

/** Returns the style sheet of all pages as CSS. scripts/build replaces this module with one that contains the text, so the package reads no file for it. */
export function sheetText(): string {
  return commonSheet() + ownSheet(join(import.meta.dirname, 'style.css'))
}
