/**
 * Puts two packages into separate files next to the bundle, and zod's core, which both need, into a third one. zod: a plain call
 * does not need it (src/catalog/schema/fits.ts), and the client library outside the bundle uses it too. The CLI loads it within a
 * function, where only `require` is synchronous. The library imports it, so that a bundler can follow. The MCP SDK: only `app
 * mcp` loads it. Its JSON Schema validator (ajv, a quarter of a megabyte) is removed, because src/mcp passes its own.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { rolldown } from 'rolldown'

import type { BesideBundle } from '../third-party/bundled-packages.ts'
import { cheapBuiltins } from './cheap-builtins.ts'

const root = join(import.meta.dirname, '..', '..')

const zodSource = join(root, 'src/catalog/schema/zod.ts')
const sdkSource = join(root, 'src/mcp/serve/sdk.ts')

/** Valid from dist/chunks/ and from dist/sdk/. */
const zodAddress = '../zod.js'

const lateZod = `
let loaded
export const zod = () => (loaded ??= globalThis.process.getBuiltinModule('node:module').createRequire(import.meta.url)('${zodAddress}').zod())`

/** Valid from dist/commands/ and dist/chunks/. */
const lateSdk = `
const sdk = await import(new URL('../mcp-sdk.js', import.meta.url).href)
export const { ProtocolError, ProtocolErrorCode, Server, serveStdio, StdioServerTransport } = sdk`

/** Returns the rolldown plugin that keeps both out of the bundle. The first schema in use loads zod. */
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

/** Returns the rolldown plugin that makes the client library import zod from its file. */
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

/** The module from which the SDK imports its validator and the process. */
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
