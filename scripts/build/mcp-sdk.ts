/**
 * The MCP SDK becomes a file of its own beside the bundle. In the bundle its schema library would be one with that of the catalog, and every call of the API
 * would load 30 kB more; nothing but `app mcp` loads this one. Its checker of JSON Schemas (ajv, a quarter of a megabyte) is left out, since src/mcp hands its own
 * in.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { rolldown } from 'rolldown'

import { cheapBuiltins } from './cheap-builtins.ts'

const root = join(import.meta.dirname, '..', '..')
const source = join(root, 'src/mcp/serve/sdk.ts')
const file = 'mcp-sdk.js'

/** From its place in dist/commands/ or dist/chunks/. */
const loader = `
const sdk = await import(new URL('../${file}', import.meta.url).href)
export const { ProtocolError, ProtocolErrorCode, Server, serveStdio, StdioServerTransport } = sdk`

/** The rolldown plugin that leaves the SDK to its own file. */
export function mcpSdk() {
  return { name: 'mcp-sdk', load: (id: string) => (id === source ? { code: loader } : null) }
}

const SHIMS = '@modelcontextprotocol/server/_shims'
const SHIM_ID = '\0svcapp-mcp-shims'

/** The SDK takes its checker and the process from one module. */
const shims = `
export { default as process } from 'node:process'
export class DefaultJsonSchemaValidator {
  getValidator() { throw new Error('The checker of JSON Schemas is not part of the published package.') }
}`

/** Writes the file of the SDK; answers with its bytes. */
export async function buildMcpSdk(outDir: string): Promise<number> {
  const bundle = await rolldown({
    input: source,
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
  const { output } = await bundle.generate({ format: 'esm', minify: true, codeSplitting: false })
  await bundle.close()
  const { code } = output[0]
  writeFileSync(join(outDir, file), code)
  return Buffer.byteLength(code)
}
