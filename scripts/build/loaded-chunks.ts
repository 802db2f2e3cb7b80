import { dirname, join } from 'node:path/posix'

import { addressOf, exportsOf, START, type Chunks } from './chunks.ts'

/** Names of a chunk as no-facades.ts picks them. The chunk may already be loaded. */
const pick = /import\((["'`])([^"'`]+)\1\)\.then\(m=>\(\{([^}]*)\}\)\)/g

/** Code at the start of main.js. */
const keeper =
  'const loadedChunks=new Map;function lateChunk(name,load){const chunk=loadedChunks.get(name);return chunk===undefined?load():Promise.resolve(chunk)}export{loadedChunks,lateChunk};'

/**
 * Avoids `import()` of a loaded chunk. It takes half a millisecond, because Node searches for its file again, and a call would do so six times. So
 * each chunk imported in this way records its picked names in main.js, and an importer looks there first. Changes the chunks in place.
 */
export function handOver(chunks: Chunks): void {
  const wanted = new Map<string, Set<string>>()
  for (const [name, chunk] of chunks) {
    const before = chunk.code
    chunk.code = before.replace(pick, (whole, _quote, address: string, picked: string) => {
      const target = join(dirname(name), address)
      if (target === START || target === name || !chunks.has(target)) return whole
      const names = wanted.get(target) ?? new Set()
      for (const [, face = ''] of picked.matchAll(/:m\.([\w$]+)/g)) names.add(face)
      wanted.set(target, names)
      return `lateChunk(${JSON.stringify(target)},()=>import("${address}")).then(m=>({${picked}}))`
    })
    if (chunk.code !== before && name !== START) chunk.code = importing('lateChunk', name) + chunk.code
  }
  for (const [name, faces] of wanted) {
    const chunk = chunks.get(name)
    if (chunk !== undefined) chunk.code = noted(name, chunk.code, faces)
  }
  const start = chunks.get(START)
  if (start !== undefined) start.code = keeper + start.code
}

/** Returns a chunk's code with its picked names recorded at the end. It records getter functions, because values may change. */
function noted(name: string, code: string, faces: ReadonlySet<string>): string {
  const { names } = exportsOf(code)
  const getters = [...faces].map((face) => {
    const local = names.get(face)
    if (local === undefined) throw new Error(`${name} does not export ${face}.`)
    return `get ${face}(){return ${local}}`
  })
  return `${importing('loadedChunks', name)}${code};loadedChunks.set(${JSON.stringify(name)},{${getters.join(',')}});`
}

function importing(what: string, name: string): string {
  return `import{${what}}from"${addressOf(START, name)}";`
}
