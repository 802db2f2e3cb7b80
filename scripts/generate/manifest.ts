import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { Config } from '@oclif/core/config'

import { oclifOptions } from '../../src/main/oclif-options.ts'
import type { PackageJson } from '../../src/main/small-config.ts'

const root = join(import.meta.dirname, '..', '..')

/** Returns the manifest's text for the current commands in src/, one line per command. Indented, it would add 2 kB to the package. */
export async function manifestText(): Promise<string> {
  // package.json is our own file, and test/bin/oclif.test.ts checks its shape.
  const pjson = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as PackageJson
  const config = await Config.load(oclifOptions({ root, pjson, ignoreManifest: true, isSource: true }))
  const lines = config.commands
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .map((command) => `${JSON.stringify(command.id)}:${JSON.stringify(published(command), withoutDefaults)}`)
  return `{"commands":{\n${lines.join(',\n')}\n},"version":${JSON.stringify(pjson.version)}}\n`
}

/** Members that oclif reads as false if they are missing. Each flag has them, and every start parses them. */
const defaults = new Set(['allowNo', 'hasDynamicHelp', 'multiple'])

function withoutDefaults(name: string, value: unknown): unknown {
  return value === false && defaults.has(name) ? undefined : value
}

/** Returns a command as in the published package: its file is in dist/, and no path of this checkout appears. */
function published(command: { readonly id: string }): Record<string, unknown> {
  const { pluginAlias: _alias, load: _load, plugin: _plugin, flags, ...rest } = command as Record<string, unknown>
  // oclif takes a flag's name from its key.
  const unnamed = Object.entries(flags as Record<string, object>).map(([name, flag]) => [
    name,
    { ...flag, name: undefined },
  ])
  return {
    ...rest,
    flags: Object.fromEntries(unnamed) as unknown,
    isESM: true,
    relativePath: ['dist', 'commands', ...`${command.id}.js`.split(':')],
  }
}
