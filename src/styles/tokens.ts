import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The palette as CSS: what every sheet of ours begins with. Read in a checkout only; scripts/build puts finished sheets into the package. */
export function tokensCss(): string {
  return readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8')
}
