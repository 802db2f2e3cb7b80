import type { LoadOptions } from '@oclif/core/interfaces'

import type { PackageJson } from './small-config.ts'

export interface OclifPlace {
  readonly root: string
  readonly pjson: PackageJson
  readonly ignoreManifest: boolean
  /** Sources run as they are (a checkout), or the bundle does. */
  readonly isSource: boolean
}

/** How oclif finds our commands and hooks: in `dist/` as package.json says, in a checkout in `src/`. No plugins of any kind are looked for. */
export function oclifOptions({ root, pjson, ignoreManifest, isSource }: OclifPlace): LoadOptions {
  const { commands, hooks = {} } = pjson.oclif
  const sourceHooks = Object.fromEntries(Object.entries(hooks).map(([name, path]) => [name, toSource(path)]))
  const oclif = isSource ? { ...pjson.oclif, commands: toSource(commands), hooks: sourceHooks } : pjson.oclif
  return {
    root,
    // oclif types package.json in full and reads the few keys that we have.
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
