/**
 * Removes code from packages that our code never reaches, which a bundler cannot prove. This changes the internals of undici,
 * execa and Hono's server, so it is written for one version of each, and test/scripts/lean-packages.test.ts fails for other versions.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

export const undiciVersion = '8.12.4'
export const execaVersion = '10.2.1'

const UNDICI = '\0svcapp-undici'

/** Replaces undici's index, which also has fetch, sockets, mocks and caches, with connection pools and requests over them. */
const undici = `
import Dispatcher from 'undici/lib/dispatcher/dispatcher.js'
import Agent from 'undici/lib/dispatcher/agent.js'
import Pool from 'undici/lib/dispatcher/pool.js'
import request from 'undici/lib/api/api-request.js'
Dispatcher.prototype.request = request
export { Agent, Pool }`

const unreachable = (what: string) =>
  `module.exports = new Proxy({}, { get() { throw new Error('${what} is not part of the published package.') } })`

/** Replacements by path in undici/lib without the extension. */
export const undiciStubs: Readonly<Record<string, string>> = {
  // A 165 kB experiment, which the undici inside Node does not have either.
  'dispatcher/parser-h1': 'exports.getMiloEnabled = () => false',
  'dispatcher/client-h2': unreachable('HTTP/2'),
  'web/fetch/body': unreachable('A form as a body'),
  'web/fetch/formdata': unreachable('A form as a body'),
  'web/webidl': unreachable('A form as a body'),
}

/** Two builds of the parser, by path in undici/lib/llhttp without the extension. */
const parsers: readonly string[] = ['llhttp-wasm', 'llhttp_simd-wasm']

/** Both become this one, which runs on every machine. Raw bytes are a third smaller than text in a source. */
const PARSER_FILE = 'llhttp.wasm'

/** Loads the parser from dist/chunks/ like CommonJS. */
const parser = `
const bytes = globalThis.process.getBuiltinModule('node:fs').readFileSync(new URL('../${PARSER_FILE}', import.meta.url))
export { bytes as 'module.exports' }`

const noRun = (name: string, what: string) =>
  `export const ${name} = () => { throw new Error('${what} is not part of the published package.') }`

/**
 * Replacements by path in execa/lib without the extension. svcapp runs one program at a time
 * alongside other work, exchanges no messages with it, and prints its output itself.
 */
export const execaStubs: Readonly<Record<string, string>> = {
  'methods/main-sync': noRun('execaCoreSync', 'A synchronous run'),
  'pipe/setup': noRun('pipeToSubprocess', 'A pipe between programs'),
  'convert/duplex': noRun('createDuplex', 'A program as a stream'),
  'verbose/start': 'export const logCommand = () => {}',
  'verbose/complete': 'export const logResult = () => {}',
  'verbose/output':
    'export const shouldLogOutput = () => false; export const logLines = async () => {}; export const logLinesSync = () => {}',
  'ipc/methods': 'export const addIpcMethods = () => {}; export const getIpcExport = () => ({})',
  'ipc/buffer-messages':
    'export const waitForIpcOutput = async ({ ipcOutput }) => ipcOutput; export const getBufferedIpcOutput = async (none, ipcOutput) => ipcOutput',
}

/** Hono's server tests whether a request is HTTP/2. Our servers are HTTP/1, and loading Node's HTTP/2 takes 10 ms. */
export const http2Import = 'import { Http2ServerRequest, constants } from "node:http2"'
const noHttp2 = 'class Http2ServerRequest {}; const constants = {}'

/** The two of ora's eighty spinners in use. */
export const spinners: readonly string[] = ['dots', 'line']

const STUB = '\0svcapp-undici-stub:'
const PARSER = '\0svcapp-undici-parser:'

interface Resolving {
  resolve(
    source: string,
    importer?: string,
    options?: { readonly skipSelf: boolean },
  ): Promise<{ readonly id: string } | null>
}

/** Returns the rolldown plugin that does this. */
export function leanPackages() {
  return {
    name: 'lean-packages',
    async resolveId(this: Resolving, source: string, importer = '') {
      if (source === 'undici') return UNDICI
      if (!source.startsWith('.') || !/[\\/]undici[\\/]lib[\\/]/.test(importer)) return null
      const id = (await this.resolve(source, importer, { skipSelf: true }))?.id.replaceAll('\\', '/')
      const name = id?.split('/undici/lib/')[1]?.replace(/(?:\/index)?\.js$/, '') ?? ''
      const parserName = name.replace('llhttp/', '')
      if (parsers.includes(parserName)) return { id: `${PARSER}${parserName}`, moduleSideEffects: false }
      return undiciStubs[name] === undefined ? null : { id: `${STUB}${name}.cjs`, moduleSideEffects: false }
    },
    load(id: string) {
      if (id === UNDICI) return { code: undici, moduleType: 'js' as const }
      if (id.startsWith(PARSER)) return { code: parser, moduleType: 'js' as const }
      if (id.startsWith(STUB)) return { code: undiciStubs[id.slice(STUB.length, -'.cjs'.length)] ?? '' }
      const ofExeca = execaStubs[/[\\/]execa[\\/]lib[\\/](.*)\.js$/.exec(id)?.[1]?.replaceAll('\\', '/') ?? '']
      if (ofExeca !== undefined) return { code: ofExeca }
      if (/[\\/]@hono[\\/]node-server[\\/]dist[\\/]index\.mjs$/.test(id))
        return { code: readFileSync(id, 'utf8').replace(http2Import, noHttp2) }
      return /[\\/]cli-spinners[\\/]spinners\.json$/.test(id) ? { code: fewSpinners(id) } : null
    },
  }
}

/** Writes the parser and returns its size in bytes. */
export function writeParser(outDir: string): number {
  // This CommonJS module exports a Buffer.
  const bytes = createRequire(import.meta.url)('undici/lib/llhttp/llhttp-wasm.js') as Buffer
  writeFileSync(join(outDir, PARSER_FILE), bytes)
  return bytes.length
}

function fewSpinners(file: string): string {
  const all = Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>)
  return JSON.stringify(Object.fromEntries(all.filter(([name]) => spinners.includes(name))))
}
