import { dirname, join } from 'node:path/posix'

import { exportsOf, pairsOf, START, withAddresses, type Chunk, type Chunks } from './chunks.ts'

/** The bundler's own helpers, which it puts into a separate file. */
const RUNTIME = 'chunks/rolldown-runtime-'

/** `import{a as b}from"./rolldown-runtime-….js";` */
const runtimeImport = /\bimport\s*\{([^}]*)\}\s*from\s*(["'])([^"']*\/rolldown-runtime-[^"']+)\2;?/g

/**
 * Puts all code that every start loads into one file. The bundler creates three: the entry, which re-exports the chunk `start` in one line,
 * that chunk, and its own runtime. Each file takes a third of a millisecond, a hundredth of a bare start. Changes the chunks in place.
 */
export function foldStart(chunks: Chunks): void {
  const [, faces = '', from = ''] = entryOfStart.exec(codeOf(chunks, START)) ?? []
  const runtime = [...chunks.keys()].find((name) => name.startsWith(RUNTIME)) ?? RUNTIME
  const code = joined(codeOf(chunks, from), { runtime: codeOf(chunks, runtime), faces })
  chunks.delete(from)
  chunks.delete(runtime)
  for (const [name, chunk] of chunks) {
    if (name === START) continue
    const named = chunk.code.replace(runtimeImport, asOfStart)
    chunk.code = withAddresses(named, name, (address) => {
      const target = join(dirname(name), address)
      return target === from || target === runtime ? START : target
    })
  }
  // The code was in the chunks folder.
  chunks.set(START, { code: withAddresses(code, START, (address) => join('chunks', address)) })
}

/** `export{t as main}from"./chunks/start-….js";` */
const entryOfStart = /^export\s*\{([^}]*)\}\s*from\s*["']\.\/([^"']+)["'];?\s*$/

function codeOf(chunks: ReadonlyMap<string, Chunk>, name: string): string {
  const chunk = chunks.get(name)
  if (chunk === undefined) throw new Error(`The bundler made no ${name}: what a start loads lies elsewhere now.`)
  return chunk.code
}

/** Returns the name in main.js of a helper from the bundler's runtime. */
function helper(name: string): string {
  return `runtime_${name}`
}

function asOfStart(_whole: string, clause: string, quote: string, address: string): string {
  const names = pairsOf(clause).map(([name, local]) => `${helper(name)} as ${local}`)
  return `import{${names.join(',')}}from${quote}${address}${quote};`
}

/** Returns the runtime's code with private names, followed by the chunk's code. */
function joined(code: string, { runtime, faces }: { readonly runtime: string; readonly faces: string }): string {
  const start = exportsOf(code)
  const helpers = exportsOf(runtime)
  const names = [...helpers.names.keys()]
  const used = [...start.body.matchAll(runtimeImport)].flatMap(([, clause = '']) => pairsOf(clause))
  return [
    `const{${names.map((name) => `${name}:${helper(name)}`).join(',')}}=(()=>{${helpers.body};return{${[...helpers.names].map((pair) => pair.join(':')).join(',')}}})()`,
    ...used.map(([name, local]) => `const ${local}=${helper(name)}`),
    start.body.replace(runtimeImport, ''),
    `export{${[
      ...[...start.names].map(([name, local]) => `${local} as ${name}`),
      ...pairsOf(faces).map(([name, face]) => `${start.names.get(name) ?? name} as ${face}`),
      ...names.map(helper),
    ].join(',')}};`,
  ].join(';')
}
