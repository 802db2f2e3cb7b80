import { join } from 'node:path'

import { commonSheet, ownSheet } from '../../styles/sheets.ts'

/** Reads the style sheet of the report page. Only a checkout runs this: scripts/build puts the finished text into the package. */
export function sheetText(): string {
  return commonSheet() + ownSheet(join(import.meta.dirname, 'report.css'))
}
