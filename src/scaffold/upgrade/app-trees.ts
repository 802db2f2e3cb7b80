import { Buffer } from 'node:buffer'
import { lstatSync, readFileSync, type Stats } from 'node:fs'
import { join } from 'node:path'

import type { TemplateFile } from '../template-files.ts'
import { hasSamePackages, mergePackage, type KeyConflict } from './merge-package.ts'
import type { Tree } from './merge-trees.ts'

export interface AppTrees {
  /** The template that the app was made from, as it was. */
  readonly made: Tree
  /** The same, but for what is not left to the merge. */
  readonly base: Tree
  readonly ours: Tree
  readonly theirs: Tree
  readonly keyConflicts: readonly KeyConflict[]
}

export interface TreesInput {
  readonly dir: string
  /** What git knows in it. */
  readonly known: readonly string[]
  readonly base: readonly TemplateFile[]
  readonly theirs: readonly TemplateFile[]
}

/** What is larger was not written by hand, so the template has nothing to say about it. */
const MAX_BYTES = 1024 * 1024

/** The three sides of the merge. What git would merge badly is settled here: package.json by its keys, its lock file whole, line ends as the owner has them. */
export function appTrees({ dir, known, base, theirs }: TreesInput): AppTrees {
  const ofTemplate = new Set([...base, ...theirs].map(({ path }) => path))
  const others = known.filter((path) => !ofTemplate.has(path) && isOwn(path))
  const ours = new Map([...readAll(dir, [...ofTemplate], Number.POSITIVE_INFINITY), ...readAll(dir, others, MAX_BYTES)])
  const made = treeOf(base, ours)
  const sides = { base: new Map(made), ours, theirs: treeOf(theirs, ours) }
  return { made, ...sides, keyConflicts: settlePackage(sides) }
}

function isOwn(path: string): boolean {
  const [first = ''] = path.split('/')
  return path !== 'app.toml' && first !== '.svcapp' && !path.split('/').includes('node_modules')
}

function readAll(dir: string, paths: readonly string[], maxBytes: number): [string, Uint8Array][] {
  return paths.flatMap((path): [string, Uint8Array][] => {
    const file = join(dir, path)
    const stat = statOf(file)
    return stat?.isFile() && stat.size <= maxBytes ? [[path, readFileSync(file)]] : []
  })
}

/** Undefined where there is nothing, and where a part of the path is a file: the template may have a folder of that name. */
function statOf(file: string): Stats | undefined {
  try {
    return lstatSync(file, { throwIfNoEntry: false })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOTDIR') return undefined
    throw error
  }
}

/** Git on Windows may have written the owner's files with other line ends: those are no change of theirs. */
function treeOf(files: readonly TemplateFile[], ours: Tree): Map<string, Uint8Array> {
  return new Map(
    files.map(({ path, content }) => {
      const hasCarriage = Buffer.from(ours.get(path) ?? []).includes('\r\n') && !content.includes('\r\n')
      return [path, Buffer.from(hasCarriage ? content.replaceAll('\n', '\r\n') : content)]
    }),
  )
}

const PACKAGE = 'package.json'
const LOCK = 'package-lock.json'

type Writable = Map<string, Uint8Array>

interface Sides {
  readonly base: Writable
  readonly ours: Tree
  readonly theirs: Writable
}

/** Puts what package.json shall be into `theirs`, and what it is into `base`, so that the merge takes it. The lock file goes with it. */
function settlePackage(sides: Sides): readonly KeyConflict[] {
  const [from = '{}', mine, next] = [sides.base, sides.ours, sides.theirs].map((tree) => textOf(tree, PACKAGE))
  // A file that one side deleted is a matter of the merge.
  if (mine === undefined || next === undefined) return []
  const merged = mergePackage(from, mine, next)
  settle(sides, PACKAGE, merged?.text ?? mine)
  settleLock(sides, hasSamePackages(merged?.text ?? mine, next))
  return merged?.conflicts ?? [{ key: 'the file', ours: 'no JSON', theirs: 'JSON' }]
}

/** A lock file of one's own, or for other packages, is brought into line by `npm install`. */
function settleLock(sides: Sides, hasTheirPackages: boolean): void {
  const [made, mine] = [sides.base, sides.ours].map((tree) => textOf(tree, LOCK))
  if (made !== mine || !hasTheirPackages) settle(sides, LOCK, mine)
}

function settle({ base, ours, theirs }: Sides, path: string, content: string | undefined): void {
  put(base, path, ours.get(path))
  put(theirs, path, content === undefined ? undefined : Buffer.from(content))
}

function put(tree: Writable, path: string, content: Uint8Array | undefined): void {
  if (content === undefined) tree.delete(path)
  else tree.set(path, content)
}

function textOf(tree: Tree, path: string): string | undefined {
  const content = tree.get(path)
  return content === undefined ? undefined : Buffer.from(content).toString('utf8')
}
