/**
 * Writes all that is generated and committed: oclif.manifest.json, openapi.json, docs/reference/ and docs/errors.md. With `--check` it writes nothing, names
 * each file that is stale and ends with 1 when there is one.
 */
import { join } from 'node:path'

import { openApi } from '../src/catalog/openapi.ts'
import { errorsPage } from './generate/errors-page.ts'
import { manifestText } from './generate/manifest.ts'
import { referencePages } from './generate/reference-pages.ts'
import { writeOrCheck } from './generate/write-or-check.ts'

writeOrCheck({
  files: new Map([
    // Help is shown from it without loading a command: a stale one hides commands.
    ['oclif.manifest.json', await manifestText()],
    ['openapi.json', `${JSON.stringify(openApi(), null, 2)}\n`],
    ['docs/errors.md', errorsPage()],
    ...referencePages(),
  ]),
  root: join(import.meta.dirname, '..'),
  isCheck: process.argv.includes('--check'),
  owns: 'docs/reference/*.md',
})
