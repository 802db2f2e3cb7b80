import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

export interface Reached {
  readonly files: number
  readonly lines: number
}

/** Counts the files that a file loads when it is imported, itself included: static imports, without types. */
export function reachedFiles(entry: string): Reached {
  const found = new Map<string, number>()
  const open = [entry]
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (found.has(file)) continue
    const text = readFileSync(file, 'utf8')
    found.set(file, text.trimEnd().split('\n').length)
    open.push(...staticImports(text).map((path) => resolve(dirname(file), path)))
  }
  return { files: found.size, lines: [...found.values()].reduce((sum, lines) => sum + lines, 0) }
}

/** An import of types only is not loaded. */
function staticImports(text: string): string[] {
  const statements = text.matchAll(/^(?:import|export) (?!type\b)(?:([^'";]*?) from )?'(\.[^']+\.ts)'/gm)
  return [...statements].flatMap(([, names = '', path = '']) => (isOnlyTypes(names) ? [] : [path]))
}

function isOnlyTypes(names: string): boolean {
  const listed = /^\{(.*)\}$/s
    .exec(names.trim())?.[1]
    ?.split(',')
    .filter((one) => one.trim() !== '')
  return listed !== undefined && listed.length > 0 && listed.every((one) => one.trim().startsWith('type '))
}
