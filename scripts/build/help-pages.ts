/**
 * Renders every help page as oclif does for 80 columns, so that showing one needs no oclif (docs/decisions/0025). A
 * separate process renders them with color on from the start. For output without color, the codes are removed.
 */
import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'

import { Config } from '@oclif/core/config'

import { AppHelp } from '../../src/main/help/app-help.ts'
import { allCommandsPage, HELP_WIDTH, pageStart, topicPage } from '../../src/main/help/packed-help.ts'
import { ALL_COMMANDS } from '../../src/main/help/wants-help.ts'
import { oclifOptions } from '../../src/main/oclif-options.ts'
import type { PackageJson } from '../../src/main/small-config.ts'

const root = join(import.meta.dirname, '../..')

const run = promisify(execFile)

/** Writes `help.txt` with the pages of each command, of each topic and of the root. */
export async function writeHelpPages(outDir: string): Promise<void> {
  const { FORCE_COLOR: _own, NO_COLOR: _none, ...env } = process.env
  mkdirSync(outDir, { recursive: true })
  await run(process.execPath, [import.meta.filename, join(outDir, 'help.txt')], { env: { ...env, FORCE_COLOR: '1' } })
}

/** Collects the text instead of printing it. */
class RenderedHelp extends AppHelp {
  readonly lines: string[] = []

  protected override log(...lines: string[]): void {
    this.lines.push(lines.join(' '))
  }
}

async function renderAll(file: string): Promise<void> {
  // package.json is our own file, and test/bin/oclif.test.ts checks its shape.
  const pjson = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as PackageJson
  const config = await Config.load(oclifOptions({ root, pjson, ignoreManifest: false, isSource: true }))
  const render = async (words: readonly string[]): Promise<string> => {
    const help = new RenderedHelp(config, { maxWidth: HELP_WIDTH })
    await help.showHelp([...words, '--help'])
    return `${help.lines.join('\n')}\n`
  }
  const isCommand = new Set(config.commandIDs)
  const topics = config.topics.map(({ name }) => name).filter((name) => !isCommand.has(name))
  const pages = [
    ...config.commandIDs.map((id) => ({ words: id.split(':'), name: id.replaceAll(':', ' ') })),
    ...topics.map((name) => ({ words: name.split(':'), name: `${name.replaceAll(':', ' ')} ${topicPage}` })),
    { words: [], name: topicPage },
    { words: [ALL_COMMANDS], name: allCommandsPage },
  ]
  let text = ''
  for (const { words, name } of pages) text += `${pageStart(name)}${await render(words)}`
  writeFileSync(file, text)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await renderAll(process.argv[2] ?? '')
