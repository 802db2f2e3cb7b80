import { join } from 'node:path'

import { sheetOf } from '../../styles/tokens.ts'

/** The sheet of the report's page. Read in a checkout only; scripts/build puts the finished text into the package. */
export function sheetText(): string {
  return sheetOf(join(import.meta.dirname, 'report.css'))
}
