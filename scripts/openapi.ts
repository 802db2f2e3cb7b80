/** Writes openapi.json from the catalog. `--check` compares instead, and ends with 1 when the file is stale. */
import { join } from 'node:path'

import { openApi } from '../src/catalog/openapi.ts'
import { writeOrCheck } from './build/generated.ts'

writeOrCheck({
  files: new Map([['openapi.json', `${JSON.stringify(openApi(), null, 2)}\n`]]),
  root: join(import.meta.dirname, '..'),
  command: 'npm run openapi',
  isCheck: process.argv.includes('--check'),
})
