import { join } from 'node:path'

import type { LoadOptions } from '@oclif/core/interfaces'

import type { PackageJson } from './small-config.ts'

export interface OclifFacts {
  readonly root: string
  readonly pjson: PackageJson
  readonly ignoreManifest: boolean
  /** Whether the sources run (a checkout) or the bundle. */
  readonly isSource: boolean
}

/** Returns where oclif finds our commands, hooks and help: in `dist/` as in package.json, in a checkout in `src/`. Plugins are not loaded. */
export function oclifOptions({ root, pjson, ignoreManifest, isSource }: OclifFacts): LoadOptions {
  const { commands, hooks = {} } = pjson.oclif
  const sourceHooks = Object.fromEntries(Object.entries(hooks).map(([name, path]) => [name, toSource(path)]))
  const source = isSource ? { commands: toSource(commands), hooks: sourceHooks } : {}
  const help = isSource ? 'src/main/help/app-help.ts' : 'dist/main/help/app-help.js'
  const oclif = { ...pjson.oclif, ...source, helpClass: { identifier: 'AppHelp', target: join(root, help) } }
  return {
    root,
    // oclif types all of package.json but reads only the keys that we have.
    pjson: { ...pjson, oclif } as never,
    isRoot: true,
    devPlugins: false,
    userPlugins: false,
    ignoreManifest,
  }
}

function toSource(path: string): string {
  return path.replace(/^\.\/dist\//, './src/').replace(/\.js$/, '.ts')
}
