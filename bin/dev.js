#!/usr/bin/env node
// Runs the sources without the committed manifest, so that a new command is available immediately, also in the help.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import { main } from '../src/main.ts'

const root = new URL('..', import.meta.url)
const pjson = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'))
await main({ argv: process.argv.slice(2), root: fileURLToPath(root), pjson, ignoreManifest: true })
