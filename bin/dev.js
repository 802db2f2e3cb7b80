#!/usr/bin/env node
// The sources as they stand, without the committed manifest: a command that was written a minute ago is there, in the help too.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import { main } from '../src/main.ts'

const root = new URL('..', import.meta.url)
const pjson = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'))
await main({ argv: process.argv.slice(2), root: fileURLToPath(root), pjson, ignoreManifest: true })
