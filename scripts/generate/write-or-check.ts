import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

export interface Generated {
  /** Text by path below `root`. */
  readonly files: ReadonlyMap<string, string>
  readonly root: string
  readonly isCheck: boolean
  /** Files of this pattern that are not among `files` are left over, and removed. */
  readonly owns: string
}

/** Writes generated files, or with `isCheck` only compares: a stale, missing or left-over one is named, and the process ends with 1. */
export function writeOrCheck({ files, root, isCheck, owns }: Generated): void {
  const leftOver = globSync(owns, { cwd: root }).filter((path) => !files.has(path))
  if (isCheck) {
    const stale = [...files].filter(([path, text]) => readOrNull(join(root, path)) !== text).map(([path]) => path)
    for (const path of [...stale, ...leftOver]) {
      console.error(`${path} is stale. Run \`npm run generate\` and commit it.`)
      process.exitCode = 1
    }
    return
  }
  for (const path of leftOver) rmSync(join(root, path))
  for (const [path, text] of files) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
}

function readOrNull(path: string): string | null {
  return existsSync(path) ? readFileSync(path, 'utf8') : null
}
