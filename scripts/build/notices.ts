import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A file that is built separately and stored next to the bundle. */
export interface BesideBundle {
  readonly bytes: number
  /** The paths of the modules that it contains. */
  readonly modules: readonly string[]
}

const comment = /\/\*[\s\S]*?\*\//g

/** Whether a comment asks to be kept. */
const isNotice = (text: string) => text.startsWith('/*!') || /@license|@preserve/.test(text)

/**
 * Writes the notices of all modules in a bundle to `notices.txt`, each once. In the bundle they would be read at every start, as often as a package repeats
 * them in its files.
 */
export function writeNotices(outDir: string, modules: readonly string[]): void {
  const files = modules.filter((id) => /[\\/]node_modules[\\/]/.test(id) && existsSync(id)).toSorted()
  const notices = new Set(files.flatMap((file) => readFileSync(file, 'utf8').match(comment)?.filter(isNotice) ?? []))
  writeFileSync(join(outDir, 'notices.txt'), `${[...notices].join('\n\n')}\n`)
}
