import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { Config } from '@oclif/core/config'
import { expect, it } from 'vitest'

import { AppHelp } from '../../../src/main/help/app-help.ts'
import { oclifOptions } from '../../../src/main/oclif-options.ts'
import type { PackageJson } from '../../../src/main/small-config.ts'
import { withoutColour } from '../../../src/terminal/width.ts'

const root = join(import.meta.dirname, '../../..')
const WIDTH = 80

class RenderedHelp extends AppHelp {
  readonly texts: string[] = []

  protected override log(...texts: string[]): void {
    this.texts.push(...texts)
  }
}

it('no line of a help page is wider than 80 columns: usage, arguments, flags and examples', async () => {
  const pjson = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as PackageJson
  const config = await Config.load(oclifOptions({ root, pjson, ignoreManifest: false, isSource: true }))
  const help = new RenderedHelp(config, { maxWidth: WIDTH })
  for (const id of [...config.commandIDs, ...config.topics.map(({ name }) => name)])
    await help.showHelp([...id.split(':'), '--help'])
  await help.showHelp(['--help'])

  const lines = help.texts.flatMap((text) => withoutColour(text).split('\n'))

  expect(lines.filter((line) => line.startsWith('  $ app ')).length).toBeGreaterThan(400)
  expect(lines.filter((line) => line.length > WIDTH)).toEqual([])
})
