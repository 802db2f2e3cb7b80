/**
 * Writes src/sdk/resources.ts from the catalog: the types of the client library, so that what is published names no type of a library that is bundled.
 * `--check` compares instead, and ends with 1 when the file is stale.
 */
import { join } from 'node:path'

import { catalog } from '../src/catalog/catalog.ts'
import type { EndpointFacts } from '../src/catalog/endpoint.ts'
import { writeOrCheck } from './build/generated.ts'
import { pascal, roomText } from './client-types/room-text.ts'
import { camel } from './reference/library-example.ts'

const rooms: readonly (readonly [string, readonly EndpointFacts[]])[] = Object.entries(catalog).map(([room, verbs]) => [
  room,
  Object.values(verbs),
])

const body = [
  ...rooms.map(([room, endpoints]) => roomText(room, endpoints)),
  `/** Every resource with its calls. */\nexport interface Resources {\n${rooms.map(([room]) => `  readonly ${camel(room)}: ${pascal(room)}`).join('\n')}\n}`,
].join('\n\n')

const used = [
  'Call',
  'Decimal',
  'DeltaCall',
  'FreeCall',
  'Iterate',
  'Long',
  'RowsCall',
  'RowsCallAt',
  'UploadedFile',
].filter((name) => new RegExp(`\\b${name}\\b(?!:)`).test(body.replaceAll(/\/\*\*.*?\*\//g, '')))

const text = [
  '// Generated from src/catalog by `npm run client-types`; changes here are lost.',
  `import type { ${used.join(', ')} } from './calls.ts'`,
  body,
  '',
].join('\n\n')

writeOrCheck({
  files: new Map([['src/sdk/resources.ts', text.replace(/\n+$/, '\n')]]),
  root: join(import.meta.dirname, '..'),
  command: 'npm run client-types',
  isCheck: process.argv.includes('--check'),
})
