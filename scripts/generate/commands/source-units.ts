import { globSync, readFileSync } from 'node:fs'
import { join, posix, sep } from 'node:path'

/** A piece of source that runs as a whole: a function, a method, or a top-level value of a file. */
export interface Unit {
  readonly file: string
  /** Without comments. */
  readonly text: string
  /** Keys of its class and of the extended class. */
  readonly of: readonly string[]
}

/** Targets of imports: keys by local name. */
export type Imports = ReadonlyMap<string, string>

interface Source {
  readonly file: string
  readonly text: string
  readonly imported: Imports
}

export interface Sources {
  /** Units by key: `<file>#<name>`, methods as `<file>#<class>.<name>`, the default export of a file as `<file>#default`. */
  readonly units: ReadonlyMap<string, Unit>
  readonly imports: ReadonlyMap<string, Imports>
  readonly all: readonly Source[]
}

/** Splits the sources in `src/` into units. Reads them as text, because oxfmt starts every top-level statement on a new line. */
export function readSources(root: string): Sources {
  const paths = globSync('src/**/*.ts', {
    cwd: root,
    exclude: ['src/errors/**', 'src/errors.ts', 'src/inspector/page/**'],
  })
  const all = paths.map((path): Source => {
    const file = path.replaceAll(sep, '/')
    const text = readFileSync(join(root, path), 'utf8').replaceAll(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, '')
    return { file, text, imported: importedNames(file, text) }
  })
  return {
    units: new Map(all.flatMap(unitsOf)),
    imports: new Map(all.map(({ file, imported }) => [file, imported])),
    all,
  }
}

const TOP = /^(?=(?:export|async|function\*?|const|let|class|abstract) )/m
const DECLARED = /^(?:export )?(?:default )?(?:abstract )?(?:async )?(?:function\*?|const|let|class) ([\w$]+)/
const METHOD =
  /^(?= {2}(?:(?:private|protected|static|override|abstract|readonly|async|get|set) )*\*?[#\w$]+(?:<[^\n]*>)?\()/m
const METHOD_NAME = /^ {2}(?:(?:private|protected|static|override|abstract|readonly|async|get|set) )*\*?([#\w$]+)/

function unitsOf({ file, text, imported }: Source): readonly (readonly [string, Unit])[] {
  return text.split(TOP).flatMap((block): (readonly [string, Unit])[] => {
    const name = block.startsWith('export default') ? 'default' : DECLARED.exec(block)?.[1]
    if (name === undefined) return []
    const key = `${file}#${name}`
    if (!/^(?:export )?(?:default )?(?:abstract )?class /.test(block)) return [[key, { file, text: block, of: [] }]]
    const base = /\bextends (\w+)/.exec(block)?.[1] ?? ''
    const of = [key, imported.get(base) ?? `${file}#${base}`]
    const [head = '', ...methods] = block.split(METHOD)
    const named = methods.map((own) => [`${key}.${METHOD_NAME.exec(own)?.[1] ?? ''}`, { file, text: own, of }] as const)
    return [[key, { file, text: head, of }], ...named]
  })
}

interface Import {
  /** Names between braces. */
  readonly list: string
  readonly from: string
}

/** Finds imported names. A dynamic import provides names too. */
function importedNames(file: string, text: string): Imports {
  const names = new Map<string, string>()
  for (const { list, from } of importsIn(text)) {
    const path = posix.join(posix.dirname(file), from)
    for (const part of list.split(',')) {
      const [, name, alias] = /^\s*(\w+)(?:\s*(?:as\s|:)\s*(\w+))?\s*$/.exec(part) ?? []
      if (name !== undefined) names.set(alias ?? name, `${path}#${name}`)
    }
  }
  return names
}

const forms = [
  /^(?:import|export) \{(?<list>[^}]*)\} from '(?<from>\.[^']*)'/gm,
  /\{(?<list>[^{}]*)\} =\s+\(?await import\(\s*'(?<from>\.[^']*)'\s*\)/g,
  /\(await import\('(?<from>\.[^']*)'\)\)\s*\.(?<list>\w+)/g,
  /import\('(?<from>\.[^']*)'\)\s*\.then\(\(\{(?<list>[^}]*)\}/g,
]

function importsIn(text: string): readonly Import[] {
  const plain = forms.flatMap((form) => [...text.matchAll(form)].map(({ groups }) => groups as unknown as Import))
  const together = [...text.matchAll(/\[([^\]]*)\]\s*=\s*await Promise\.all\(\[([^\]]*)\]\)/g)]
  return [...plain, ...together.flatMap(([, lists = '', froms = '']) => pairs(lists, froms))]
}

/** Returns pairs of `[{ a }, { b }] = await Promise.all([import('./a.ts'), import('./b.ts')])`. */
function pairs(lists: string, froms: string): readonly Import[] {
  const paths = [...froms.matchAll(/import\('(\.[^']*)'\)/g)]
  return [...lists.matchAll(/\{([^}]*)\}/g)].map(([, list = ''], at) => ({ list, from: paths[at]?.[1] ?? '' }))
}
