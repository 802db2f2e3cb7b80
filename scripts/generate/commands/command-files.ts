import { existsSync, globSync } from 'node:fs'
import { join, sep } from 'node:path'

const FOLDER = 'src/commands'

/** Lists the ids of all commands, sorted: `orders:list`, and `dev` for `dev/index.ts`. */
export function commandIds(root: string): readonly string[] {
  return globSync('**/*.ts', { cwd: join(root, FOLDER) })
    .map((file) => file.replace(/([/\\]index)?\.ts$/, '').replaceAll(sep, ':'))
    .toSorted()
}

/** Returns a command's source file as a path from the repository root, with slashes. */
export function commandFile(root: string, id: string): string {
  const path = `${FOLDER}/${id.replaceAll(':', '/')}`
  return existsSync(join(root, `${path}.ts`)) ? `${path}.ts` : `${path}/index.ts`
}
