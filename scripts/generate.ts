/**
 * Writes every committed generated file: oclif.manifest.json, schema/commands.json,
 * schema/seed.schema.json, llms.txt, openapi.json, asyncapi.json, docs/reference/, docs/commands/,
 * docs/errors.md, docs/checks.md, docs/rules.md and the template's palette. With `--check` it writes nothing, lists each stale
 * file, and exits with 1 if there is one.
 */
import { join } from 'node:path'

import { openApi } from '../src/catalog/openapi.ts'
import { allChecks } from '../src/check/areas.ts'
import { asyncApi } from '../src/webhooks/asyncapi.ts'
import { catalogFactsText } from './generate/catalog-facts.ts'
import { checksPage } from './generate/checks-page.ts'
import { commandPages } from './generate/commands/command-pages.ts'
import { commandsText } from './generate/commands/commands-json.ts'
import { errorsPage } from './generate/errors-page.ts'
import { staleFiles, writeGenerated } from './generate/files.ts'
import { kitStyleText } from './generate/kit-style.ts'
import { lineByLine } from './generate/line-by-line.ts'
import { llmsText } from './generate/llms-text.ts'
import { manifestText } from './generate/manifest.ts'
import { referencePages } from './generate/reference-pages.ts'
import { rulesPage } from './generate/rules-page.ts'
import { seedSchema } from './generate/seed-schema.ts'

const root = join(import.meta.dirname, '..')

const manifest = await manifestText()

const generated = {
  files: new Map([
    // Help uses the manifest without loading a command, so a stale manifest hides commands.
    ['oclif.manifest.json', manifest],
    ['llms.txt', llmsText(root, manifest)],
    ['schema/commands.json', commandsText(root)],
    ['schema/seed.schema.json', lineByLine(seedSchema())],
    ['openapi.json', lineByLine(openApi())],
    ['asyncapi.json', lineByLine(asyncApi())],
    ['src/catalog/typed/facts.ts', catalogFactsText()],
    ['src/kit/http/style.ts', kitStyleText(root)],
    ['docs/errors.md', errorsPage()],
    ['docs/checks.md', checksPage(allChecks)],
    ['docs/rules.md', rulesPage(root)],
    ...referencePages(),
    ...commandPages(manifest),
  ]),
  root,
  owns: 'docs/{commands,reference}/*.md',
}

if (!process.argv.includes('--check')) writeGenerated(generated)
else
  for (const path of staleFiles(generated)) {
    console.error(`${path} is stale. Run \`npm run generate\` and commit it.`)
    process.exitCode = 1
  }
