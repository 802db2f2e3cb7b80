import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { Config } from '@oclif/core/config'

import { AppHelp } from '../../../src/main/help/app-help.ts'
import { oclifOptions } from '../../../src/main/oclif-options.ts'
import type { PackageJson } from '../../../src/main/small-config.ts'
import { withoutColour } from '../../../src/terminal/width.ts'

const root = join(import.meta.dirname, '../../..')

let config: Promise<Config> | undefined

class RenderedHelp extends AppHelp {
  readonly texts: string[] = []

  protected override log(...texts: string[]): void {
    this.texts.push(...texts)
  }
}

/** oclif's view of the commands, as the manifest lists them. */
export async function helpConfig(): Promise<Config> {
  config ??= Config.load(
    oclifOptions({
      root,
      pjson: JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as PackageJson,
      ignoreManifest: false,
      isSource: true,
    }),
  )
  return config
}

/** The help page for these words, without colour. */
export async function helpPage(words: readonly string[], maxWidth: number): Promise<string> {
  const help = new RenderedHelp(await helpConfig(), { maxWidth })
  await help.showHelp([...words, '--help'])
  return withoutColour(`${help.texts.join('\n')}\n`)
}
