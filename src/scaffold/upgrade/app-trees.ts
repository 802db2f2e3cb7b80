import { Buffer } from 'node:buffer'
import { lstatSync, readFileSync, type Stats } from 'node:fs'
import { join } from 'node:path'

import type { TemplateFile } from '../template-files.ts'
import { hasSamePackages, mergePackage, type KeyConflict } from './merge-package.ts'
import type { Tree } from './merge-trees.ts'

export interface AppTrees {
  /** Original template of the app. */
  readonly made: Tree
  /** The same, adjusted for files that are not left to the merge. */
  readonly base: Tree
  readonly ours: Tree
  readonly theirs: Tree
  readonly keyConflicts: readonly KeyConflict[]
}

export interface TreesInput {
  readonly dir: string
  /** Paths in it that git tracks or would add. */
  readonly known: readonly string[]
  readonly base: readonly TemplateFile[]
  readonly theirs: readonly TemplateFile[]
}

/** A larger file was not written by a person, so the template does not contain it. */
const MAX_BYTES = 1024 * 1024

/** Returns the three sides of the merge, prepared where git would merge badly: package.json by its keys, its lock file as a whole, line endings unchanged. */
export function appTrees({ dir, known, base, theirs }: TreesInput): AppTrees {
  const ofTemplate = new Set([...base, ...theirs].map(({ path }) => path))
  const others = known.filter((path) => !ofTemplate.has(path) && isOwn(path))
  const ours = new Map([...readAll(dir, [...ofTemplate], Number.POSITIVE_INFINITY), ...readAll(dir, others, MAX_BYTES)])
  const made = buildTree(base, ours)
  const sides = { base: new Map(made), ours, theirs: buildTree(theirs, ours) }
  return { made, ...sides, keyConflicts: settlePackage(sides) }
}

function isOwn(path: string): boolean {
  const [first = ''] = path.split('/')
  return path !== 'app.toml' && first !== '.svcapp' && !path.split('/').includes('node_modules')
}

function readAll(dir: string, paths: readonly string[], maxBytes: number): [string, Uint8Array][] {
  return paths.flatMap((path): [string, Uint8Array][] => {
    const file = join(dir, path)
    const stat = readStat(file)
    return stat?.isFile() && stat.size <= maxBytes ? [[path, readFileSync(file)]] : []
  })
}

/** Returns undefined if the file is missing or part of the path is a file, because the template may have a folder with that name. */
function readStat(file: string): Stats | undefined {
  try {
    return lstatSync(file, { throwIfNoEntry: false })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOTDIR') return undefined
    throw error
  }
}

/** Git on Windows may have changed the line endings of the owner's files, which does not count as a change. */
function buildTree(files: readonly TemplateFile[], ours: Tree): Map<string, Uint8Array> {
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

/** Puts the merged package.json into `theirs` and the current one into `base`, so that the merge uses the merged one. The lock file is treated likewise. */
function settlePackage(sides: Sides): readonly KeyConflict[] {
  const [from = '{}', mine, next] = [sides.base, sides.ours, sides.theirs].map((tree) => readText(tree, PACKAGE))
  // The merge handles a file that one side deleted.
  if (mine === undefined || next === undefined) return []
  const merged = mergePackage(from, mine, next)
  settle(sides, PACKAGE, merged?.text ?? mine)
  settleLock(sides, hasSamePackages(merged?.text ?? mine, next))
  return merged?.conflicts ?? [{ key: 'the file', ours: 'not JSON', theirs: 'JSON' }]
}

/** `npm install` updates the owner's own lock file, or one for other packages. */
function settleLock(sides: Sides, hasTheirPackages: boolean): void {
  const [made, mine] = [sides.base, sides.ours].map((tree) => readText(tree, LOCK))
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

function readText(tree: Tree, path: string): string | undefined {
  const content = tree.get(path)
  return content === undefined ? undefined : Buffer.from(content).toString('utf8')
}
