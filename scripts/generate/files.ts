import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

export interface Generated {
  /** Texts by path relative to `root`. */
  readonly files: ReadonlyMap<string, string>
  readonly root: string
  /** Files that match this pattern and are not among `files` are leftovers. */
  readonly owns: string
}

/** Returns the paths, relative to `root`, of generated files that are stale, missing or left over. */
export function staleFiles({ files, root, owns }: Generated): string[] {
  const stale = [...files].filter(([path, text]) => readOrNull(join(root, path)) !== text).map(([path]) => path)
  return [...stale, ...leftOver({ files, root, owns })]
}

/** Writes all generated files and removes leftovers. */
export function writeGenerated(generated: Generated): void {
  const { files, root } = generated
  for (const path of leftOver(generated)) rmSync(join(root, path))
  for (const [path, text] of files) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
}

function leftOver({ files, root, owns }: Generated): string[] {
  return globSync(owns, { cwd: root }).filter((path) => !files.has(path))
}

function readOrNull(path: string): string | null {
  return existsSync(path) ? readFileSync(path, 'utf8') : null
}
