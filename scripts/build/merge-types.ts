/** Merges type files, because a package manager unpacks each of them into every app. */
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

/** Returns the file for the types of a source. Names are unique within one file. Null keeps a file unchanged: the types of an entry. */
export type GroupOf = (path: string) => string | null

interface Source {
  readonly path: string
  readonly text: string
  readonly group: string
  readonly isEntry: boolean
}

const importLine = /^import (type )?\{([^}]*)\} from '([^']+)';?\n/gm
const reexportLine = /^export (type )?(\{[^}]*\}|\*) from '(\.[^']+)\.js';$/gm
const inlineImport = /import\("(\.[^"]+)\.js"\)\.?/g
const declaration = /^export (?:declare )?(?:abstract )?(?:interface|type|class|function|const|enum) (\w+)/gm

/** Merges the type files in a folder. Throws if two sources of one file declare or import the same name. */
export function mergeTypes(dir: string, groupOf: GroupOf): void {
  const sources = globSync('**/*.d.ts', { cwd: dir })
    .toSorted()
    .map((file): Source => {
      const path = file.replace(/\.d\.ts$/, '')
      const group = groupOf(path)
      return { path, text: readFileSync(join(dir, file), 'utf8'), group: group ?? path, isEntry: group === null }
    })
  const byPath = new Map(sources.map((source) => [source.path, source]))
  const groups = Map.groupBy(sources, ({ group }) => group)
  const merged = [...groups].map(([group, members]) => [group, mergedText(group, members, byPath)] as const)
  for (const { path } of sources) rmSync(join(dir, `${path}.d.ts`))
  for (const [group, text] of merged) writeFileSync(join(dir, `${group}.d.ts`), text)
}

function mergedText(group: string, members: readonly Source[], byPath: ReadonlyMap<string, Source>): string {
  const imports = new Map<string, string>()
  const declared = new Set<string>()
  const bodies = members.map(({ path, text }) => {
    const found = (specifier: string) => {
      const target = byPath.get(join(dirname(path), specifier))
      if (target === undefined) throw new Error(`${path} imports ${specifier}, which has no types.`)
      return target
    }
    const place = (specifier: string) => {
      const to = relative(dirname(group), found(specifier).group)
      return `${to.startsWith('.') ? to : `./${to}`}.js`
    }
    for (const name of namesIn(text)) addOnce(declared, name, group)
    return text
      .replaceAll(importLine, (_, isType: string | undefined, names: string, from: string) => {
        const own = from.startsWith('.') ? from.replace(/\.js$/, '') : null
        if (own !== null && found(own).group === group) {
          if (/ as /.test(names)) throw new Error(`${path} renames what it imports from ${from}.`)
          return ''
        }
        for (const name of names.split(',').map((one) => one.trim())) {
          const typed = isType === undefined || name.startsWith('type ') ? name : `type ${name}`
          addImport(imports, typed, own === null ? from : place(own))
        }
        return ''
      })
      .replaceAll(reexportLine, (_, isType: string | undefined, names: string, from: string) => {
        const all = names === '*' ? `{ ${namesIn(found(from).text).join(', ')} }` : names
        return `export ${isType ?? ''}${all} from '${place(from)}';`
      })
      .replaceAll(inlineImport, (_, from: string) => (found(from).group === group ? '' : `import("${place(from)}").`))
      .replaceAll(/^export \{\};\n/gm, '')
  })
  for (const name of imports.keys()) addOnce(declared, name, group)
  const lines = [...imports.values()].toSorted()
  return [...lines, ...bodies, 'export {};\n'].join('\n')
}

function namesIn(text: string): string[] {
  return [...new Set([...text.matchAll(declaration)].map(([, name = '']) => name))]
}

function addOnce(names: Set<string>, name: string, group: string): void {
  if (names.has(name)) throw new Error(`Two types of ${group} have the name ${name}.`)
  names.add(name)
}

function addImport(imports: Map<string, string>, name: string, from: string): void {
  const own = / as (\w+)$/.exec(name)?.[1] ?? name.replace(/^type /, '')
  const line = `import { ${name} } from '${from}';`
  const known = imports.get(own)
  // One source may need the value, and another only its type.
  if (known !== undefined && known.replace('{ type ', '{ ') !== line.replace('{ type ', '{ ')) {
    throw new Error(`Two imports have the name ${own}: ${known} ${line}`)
  }
  if (known === undefined || known.includes('{ type ')) imports.set(own, line)
}
