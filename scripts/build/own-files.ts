/**
 * Two things lie beside the bundle in files of their own, and zod's core, which both need, in a third.
 *
 * zod: a plain call needs nothing of it (src/catalog/schema/fits.ts), and the client library, which is no part of the bundle, has it too. The command line asks for it in the
 * middle of a function, where only `require` answers at once; the library imports it, so that a bundler can follow.
 *
 * The MCP SDK: nothing but `app mcp` loads it. Its checker of JSON Schemas (ajv, a quarter of a megabyte) is left out, since src/mcp hands its own in.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { rolldown } from 'rolldown'

import { cheapBuiltins } from './cheap-builtins.ts'
import type { BesideBundle } from './notices.ts'

const root = join(import.meta.dirname, '..', '..')

const zodSource = join(root, 'src/catalog/schema/zod.ts')
const sdkSource = join(root, 'src/mcp/serve/sdk.ts')

/** From dist/chunks/ and from dist/sdk/. */
const zodAddress = '../zod.js'

const lateZod = `
let loaded
export const zod = () => (loaded ??= globalThis.process.getBuiltinModule('node:module').createRequire(import.meta.url)('${zodAddress}').zod())`

/** From dist/commands/ or dist/chunks/. */
const lateSdk = `
const sdk = await import(new URL('../mcp-sdk.js', import.meta.url).href)
export const { ProtocolError, ProtocolErrorCode, Server, serveStdio, StdioServerTransport } = sdk`

/** The rolldown plugin that leaves both to their files: zod is loaded by the first schema that is needed. */
export function ownFiles() {
  const codes = new Map([
    [zodSource, lateZod],
    [sdkSource, lateSdk],
  ])
  return {
    name: 'own-files',
    load(id: string) {
      const code = codes.get(id)
      return code === undefined ? null : { code, moduleType: 'js' as const }
    },
  }
}

/** The rolldown plugin for the client library, which imports zod from its file. */
export function sharedZod() {
  return {
    name: 'shared-zod',
    resolveId: (id: string) => (id === zodAddress ? { id, external: true as const } : null),
    load: (id: string) =>
      id === zodSource ? { code: `export { zod } from '${zodAddress}'`, moduleType: 'js' as const } : null,
  }
}

const SHIMS = '@modelcontextprotocol/server/_shims'
const SHIM_ID = '\0svcapp-mcp-shims'

/** The SDK takes its checker and the process from one module. */
const shims = `
export { default as process } from 'node:process'
export class DefaultJsonSchemaValidator {
  getValidator() { throw new Error('The checker of JSON Schemas is not part of the published package.') }
}`

/** Writes the files. */
export async function buildOwnFiles(outDir: string): Promise<BesideBundle> {
  const bundle = await rolldown({
    input: { zod: zodSource, 'mcp-sdk': sdkSource },
    cwd: root,
    platform: 'node',
    external: [/^node:/],
    treeshake: { moduleSideEffects: false },
    plugins: [
      {
        name: 'shims',
        resolveId: (name: string) => (name === SHIMS ? SHIM_ID : null),
        load: (id: string) => (id === SHIM_ID ? { code: shims } : null),
      },
      cheapBuiltins(),
    ],
    logLevel: 'warn',
  })
  const { output } = await bundle.generate({
    format: 'esm',
    minify: true,
    comments: false,
    entryFileNames: '[name].js',
    chunkFileNames: 'zod-core.js',
  })
  await bundle.close()
  mkdirSync(outDir, { recursive: true })
  const files = output.filter((file) => file.type === 'chunk')
  for (const { fileName, code } of files) writeFileSync(join(outDir, fileName), code)
  return {
    bytes: files.reduce((sum, { code }) => sum + Buffer.byteLength(code), 0),
    modules: files.flatMap(({ moduleIds }) => moduleIds),
  }
}
