import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { tokensCss } from '../../src/styles/sheets.ts'

/** Returns `src/kit/http/style.ts`: the kit's style sheet as text, because not every app runtime has files. */
export function kitStyleText(root: string): string {
  const sheet = `${tokensCss()}${readFileSync(join(root, 'src/kit/http/style.css'), 'utf8')}`
  const plain = sheet
    .replaceAll(/\/\*.*?\*\//gs, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?([{};:,>]) ?/g, '$1')
  return `// Generated from style.css and src/styles/tokens.css by \`npm run generate\`.\nexport const styleText =\n  ${JSON.stringify(plain.trim()).replaceAll("'", "\\'").replace(/^"|"$/g, "'").replaceAll('\\"', '"')}\n`
}
