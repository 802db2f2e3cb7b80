/**
 * Bundles the rest of oclif separately. A command uses a dozen of its modules. The rest (config, help, errors, colors) is needed only after
 * a mistake on the command line, or never. Because oclif's modules load each other with a synchronous `require`, a bundler would put all
 * 140 kB into the code of every command. So the rest becomes one CommonJS file next to the bundle, which the first such `require` loads.
 */
import { existsSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative, sep } from 'node:path'

import { rolldown } from 'rolldown'

import type { BesideBundle } from '../third-party/bundled-packages.ts'
import { oclifLean } from './oclif-lean.ts'

const restFile = 'oclif.cjs'

const lib = join(dirname(createRequire(import.meta.url).resolve('@oclif/core/package.json')), 'lib')

/** Modules in @oclif/core/lib that every successful command uses (test/bin/startup.test.ts). */
export const hotModules = [
  'args',
  'cache',
  'command',
  'flags',
  'logger',
  'parser/help',
  'parser/index',
  'parser/parse',
  'parser/validate',
  'util/aggregate-flags',
  'util/ids',
  'util/util',
]

const REST = '\0svcapp-oclif-rest:'
const LOADER = '\0svcapp-oclif-loader'

/** Returns whether oclif imports it, or our code imports it from oclif. */
function isForOclif(source: string, importer: string): boolean {
  if (source.startsWith('node:')) return false
  return importer.startsWith(lib) || source.startsWith('@oclif/core/')
}

/** Returns `help/index` for an oclif module, or the package name for any other. */
function nameOf(id: string): string {
  return id.startsWith(lib) ? relative(lib, id).replaceAll(sep, '/').replace(/\.js$/, '') : id
}

/** Loads the rest from dist/chunks/. */
const loader = `
const { createRequire } = process.getBuiltinModule('node:module')
let rest
export const part = (name) => (rest ??= createRequire(import.meta.url)('../${restFile}'))[name]()`

/** Returns the rolldown plugin that redirects each `require` from the hot modules to the rest. `wanted` collects the required names. */
export function oclifRest(wanted: Set<string>) {
  return {
    name: 'oclif-rest',
    async resolveId(
      this: { resolve(source: string, importer?: string): Promise<{ readonly id: string } | null> },
      source: string,
      importer = '',
    ) {
      if (source === LOADER) return LOADER
      if (!isForOclif(source, importer)) return null
      // Packages that oclif uses keep their name and are resolved from oclif's folder.
      const isPackage = importer.startsWith(lib) && !source.startsWith('.')
      const id = isPackage ? source : (await this.resolve(source, importer))?.id
      const name = id === undefined ? null : nameOf(id)
      if (name === null || hotModules.includes(name)) return null
      wanted.add(name)
      return { id: `${REST}${name}`, moduleSideEffects: false }
    },
    load(id: string) {
      if (id === LOADER) return { code: loader }
      if (!id.startsWith(REST)) return null
      const name = JSON.stringify(id.slice(REST.length))
      return { code: `module.exports = require(${JSON.stringify(LOADER)}).part(${name})`, moduleType: 'js' as const }
    },
  }
}

/** Writes the file with the rest, with a function for each of `names`. */
export async function buildOclifRest(outDir: string, names: Iterable<string>): Promise<BesideBundle> {
  const ENTRY = '\0svcapp-oclif-rest-entry.cjs'
  const isModule = (name: string) => existsSync(join(lib, `${name}.js`))
  const lines = [...names].toSorted().map((name) => {
    const path = isModule(name) ? join(lib, `${name}.js`) : name
    return `exports[${JSON.stringify(name)}] = () => require(${JSON.stringify(path)})`
  })
  const bundle = await rolldown({
    input: { oclif: ENTRY },
    cwd: lib,
    platform: 'node',
    external: [/^node:/, 'ts-node', 'tsx'],
    plugins: [
      {
        name: 'entry',
        resolveId: (source: string, importer: string | undefined) =>
          source === ENTRY
            ? ENTRY
            : importer === ENTRY
              ? { id: createRequire(join(lib, 'index.js')).resolve(source) }
              : null,
        load: (id: string) => (id === ENTRY ? { code: lines.join('\n') } : null),
      },
      oclifLean(),
    ],
    logLevel: 'silent',
  })
  const { output } = await bundle.generate({ format: 'cjs', minify: true, comments: false, codeSplitting: false })
  await bundle.close()
  const { code, moduleIds } = output[0]
  writeFileSync(join(outDir, restFile), code)
  return { bytes: Buffer.byteLength(code), modules: moduleIds }
}
