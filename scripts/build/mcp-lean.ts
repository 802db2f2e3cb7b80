/**
 * What the bundle does to @modelcontextprotocol/server: its checker of JSON Schemas (ajv, a quarter of a megabyte) is left out, since src/mcp hands its own in.
 * The SDK takes it from one module of its own, which also has the process.
 */
const SHIMS = '@modelcontextprotocol/server/_shims'

const ID = '\0svcapp-mcp-shims'

const code = `
export { default as process } from 'node:process'
export class DefaultJsonSchemaValidator {
  getValidator() { throw new Error('The checker of JSON Schemas is not part of the published package.') }
}`

/** The rolldown plugin of it. */
export function mcpLean() {
  return {
    name: 'mcp-lean',
    resolveId: (source: string) => (source === SHIMS ? { id: ID, moduleSideEffects: false } : null),
    load: (id: string) => (id === ID ? { code } : null),
  }
}
