/** A file of the bundle, by its path in dist/ with slashes. Its code may still change. */
import { dirname, join, relative } from 'node:path/posix'

export interface Chunk {
  code: string
}

export type Chunks = Map<string, Chunk>

/** The file that bin/run.js imports. */
export const START = 'main.js'

/** `from "./x.js"`, `import "./x.js"`, `import("./x.js")`: the text before the address, its quote, the address. */
const anyAddress = /(\bfrom\s*|\bimport\s*\(?\s*)(["'`])(\.{1,2}\/[^"'`]+\.js)\2/g

/** The first two of these forms. */
const staticAddress = /\b(?:from|import)\s*["'](\.{1,2}\/[^"']+\.js)["']/g

/** The last statement of a file as the bundler prints it: `export{a as b,c};` */
const lastExport = /;?\s*export\s*\{([^}]*)\};?\s*$/

/** Returns the address by which one file imports another. */
export function addressOf(target: string, from: string): string {
  const path = relative(dirname(from), target)
  return path.startsWith('.') ? path : `./${path}`
}

/** Returns a file's code with other addresses. `targetOf` maps an imported address to the file to import. */
export function withAddresses(code: string, name: string, targetOf: (address: string) => string): string {
  return code.replace(
    anyAddress,
    (_whole, before: string, quote: string, address: string) =>
      `${before}${quote}${addressOf(targetOf(address), name)}${quote}`,
  )
}

/** Returns a file's exports, as local names by exported names, and its code without the export statement. */
export function exportsOf(code: string): { readonly body: string; readonly names: ReadonlyMap<string, string> } {
  const [whole = '', clause = ''] = lastExport.exec(code) ?? []
  const names = new Map(pairsOf(clause).map(([local, name]) => [name, local]))
  return { body: code.slice(0, code.length - whole.length), names }
}

/** Splits `a as b,c` into `[a, b], [c, c]`. */
export function pairsOf(clause: string): [string, string][] {
  return clause
    .split(',')
    .map((pair) => pair.trim().split(/\s+as\s+/))
    .flatMap(([first = '', second = first]): [string, string][] => (first === '' ? [] : [[first, second]]))
}

/** Returns whether a file imports itself through other files. */
export function isInCircle(name: string, chunks: ReadonlyMap<string, Chunk>): boolean {
  const seen = new Set<string>()
  const rest = [name]
  for (let at = rest.pop(); at !== undefined; at = rest.pop()) {
    for (const [, address = ''] of (chunks.get(at)?.code ?? '').matchAll(staticAddress)) {
      const target = join(dirname(at), address)
      if (target === name) return true
      if (!seen.has(target)) rest.push(target)
      seen.add(target)
    }
  }
  return false
}
