import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

export interface FolderCycle {
  /** Folder whose subfolders import each other, relative to the given root. */
  readonly folder: string
  /** Names of these subfolders, sorted. */
  readonly members: readonly string[]
}

type Graph = ReadonlyMap<string, ReadonlySet<string>>

/** Returns each group of sibling folders below `root` in which every folder imports every other one, directly or through others. */
export function folderCycles(root: string): FolderCycle[] {
  const files = globSync('**/*.ts', { cwd: root }).map((file) => join(root, file))
  const imports = new Map(files.map((file) => [file, importsOf(file)]))
  const folders = new Set(files.flatMap((file) => foldersAbove(file, root)))
  return [...folders].toSorted().flatMap((folder) =>
    components(siblingImports(folder, imports)).map((members) => ({
      folder: relative(root, folder) || '.',
      members: members.toSorted(),
    })),
  )
}

function importsOf(file: string): string[] {
  const text = readFileSync(file, 'utf8').replaceAll(/\/\*[^]*?\*\//g, '')
  return [...text.matchAll(/\b(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map(([, to = '']) => resolve(dirname(file), to))
}

function foldersAbove(file: string, root: string): string[] {
  const folders: string[] = []
  for (let folder = dirname(file); folder.startsWith(root); folder = dirname(folder)) folders.push(folder)
  return folders
}

/** Returns which subfolders of `folder` import which others. Files directly in `folder` do not count. */
function siblingImports(folder: string, imports: ReadonlyMap<string, readonly string[]>): Graph {
  const subfolder = (file: string) => {
    const [name = '..', more] = relative(folder, file).split('/')
    return name === '..' || more === undefined ? null : name
  }
  const graph = new Map<string, Set<string>>()
  for (const [file, targets] of imports) {
    const from = subfolder(file)
    if (from === null) continue
    const to = graph.get(from) ?? new Set()
    graph.set(from, to)
    for (const target of targets.map(subfolder)) if (target !== null && target !== from) to.add(target)
  }
  return graph
}

/** Returns the groups of two or more nodes that reach each other. */
function components(graph: Graph): string[][] {
  const reached = new Map([...graph.keys()].map((node) => [node, reachable(graph, node)]))
  const groups = new Map<string, string[]>()
  for (const [node, far] of reached) {
    const group = [...far].filter((other) => reached.get(other)?.has(node)).toSorted()
    if (group.length > 1) groups.set(group.join(' '), group)
  }
  return [...groups.values()]
}

function reachable(graph: Graph, from: string): Set<string> {
  const found = new Set<string>()
  const open = [...(graph.get(from) ?? [])]
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (found.has(node)) continue
    found.add(node)
    open.push(...(graph.get(node) ?? []))
  }
  return found
}
