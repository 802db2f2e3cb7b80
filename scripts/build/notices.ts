import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A file that is built by itself and lies beside the bundle. */
export interface BesideBundle {
  readonly bytes: number
  /** Paths of the modules in it. */
  readonly modules: readonly string[]
}

const comment = /\/\*[\s\S]*?\*\//g

/** What asks in its own words to be kept. */
const isNotice = (text: string) => text.startsWith('/*!') || /@license|@preserve/.test(text)

/**
 * Writes the notices of all modules in a bundle to `notices.txt`, each once. In the bundle itself, where a package has one in each of its files, they would be read
 * at every start.
 */
export function writeNotices(outDir: string, modules: readonly string[]): void {
  const files = modules.filter((id) => /[\\/]node_modules[\\/]/.test(id) && existsSync(id)).toSorted()
  const notices = new Set(files.flatMap((file) => readFileSync(file, 'utf8').match(comment)?.filter(isNotice) ?? []))
  writeFileSync(join(outDir, 'notices.txt'), `${[...notices].join('\n\n')}\n`)
}
