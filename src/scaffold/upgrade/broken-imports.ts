import { Buffer } from 'node:buffer'
import { posix } from 'node:path'

import type { Tree } from './merge-trees.ts'

interface Sides {
  readonly ours: Tree
  readonly theirs: Tree
  readonly after: Tree
}

/**
 * Returns the owner's files with imports that the upgrade breaks, by path, each with a description.
 * The template updates only its own imports when it moves its files.
 */
export function brokenImports({ ours, theirs, after }: Sides): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const [path, content] of after) {
    if (!/\.[cm]?[jt]sx?$/.test(path) || isTemplates(content, theirs.get(path))) continue
    const gone = importsOf(path, Buffer.from(content).toString('utf8')).filter((to) => ours.has(to) && !after.has(to))
    if (gone.length > 0)
      found.set(path, gone.map((to) => `it imports ${to}, ${whereTo(to, { ours, after })}`).join('; '))
  }
  return found
}

function isTemplates(content: Uint8Array, theirs: Uint8Array | undefined): boolean {
  return theirs !== undefined && Buffer.compare(content, theirs) === 0
}

function importsOf(path: string, source: string): string[] {
  const written = source.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*['"](\.{1,2}\/[^'"\n]+)['"]/g)
  return [...new Set([...written].map(([, to = '']) => posix.join(posix.dirname(path), to)))]
}

function whereTo(gone: string, { ours, after }: Omit<Sides, 'theirs'>): string {
  const name = posix.basename(gone)
  const candidates = [...after.keys()].filter((path) => posix.basename(path) === name && !ours.has(path))
  return candidates.length === 1 ? `which is now ${candidates[0]}` : 'which the template no longer has'
}
