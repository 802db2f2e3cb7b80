import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { tokensCss } from '../../styles/tokens.ts'

/** The sheet of the report's page. Read in a checkout only; scripts/build puts the finished text into the package. */
export function sheetText(): string {
  return tokensCss() + readFileSync(join(import.meta.dirname, 'report.css'), 'utf8')
}
