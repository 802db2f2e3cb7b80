/** Writes docs/reference/ from the catalog: a page for each room, and an index. `--check` compares instead, and ends with 1 when a page is stale. */
import { join } from 'node:path'

import { catalog } from '../src/catalog/catalog.ts'
import type { EndpointFacts } from '../src/catalog/endpoint.ts'
import { writeOrCheck } from './build/generated.ts'
import { indexPage } from './reference/index-page.ts'
import { roomPage } from './reference/room-page.ts'

const rooms: readonly (readonly [string, readonly EndpointFacts[]])[] = Object.entries(catalog).map(([room, verbs]) => [
  room,
  Object.values(verbs),
])

writeOrCheck({
  files: new Map([
    ['docs/reference/README.md', indexPage(rooms)],
    ...rooms.map(([room, endpoints]) => [`docs/reference/${room}.md`, roomPage(room, endpoints)] as const),
  ]),
  root: join(import.meta.dirname, '..'),
  command: 'npm run reference',
  isCheck: process.argv.includes('--check'),
  owns: 'docs/reference/*.md',
})
