import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

export interface Generated {
  /** Text by path below `root`. */
  readonly files: ReadonlyMap<string, string>
  readonly root: string
  /** Files of this pattern that are not among `files` are left over. */
  readonly owns: string
}

/** The generated files that are stale, missing or left over, as paths below `root`. */
export function staleFiles({ files, root, owns }: Generated): string[] {
  const stale = [...files].filter(([path, text]) => readOrNull(join(root, path)) !== text).map(([path]) => path)
  return [...stale, ...leftOver({ files, root, owns })]
}

/** Writes all generated files, and removes those that are left over. */
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
