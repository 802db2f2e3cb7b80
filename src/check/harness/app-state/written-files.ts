import { readFile, readdir, stat } from 'node:fs/promises'
import { join, relative } from 'node:path'

/** A file that the app created or changed. */
export interface WrittenFile {
  /** Relative to the app's folder. */
  readonly path: string
  /** First 16 MiB. */
  readonly bytes: Buffer
}

/** Size and modification time of each file when the app started. */
export type FolderMark = ReadonlyMap<string, string>

const MAX_BYTES = 16 * 1024 * 1024

/** Records the contents of a folder, to find later what was written since. Does not follow linked packages. */
export async function markFolder(dir: string): Promise<FolderMark> {
  const marks = new Map<string, string>()
  for await (const path of filesBelow(dir)) marks.set(path, await markOf(path))
  return marks
}

/** Returns the files created or changed since. Leaves out a file that disappears while it is read. */
export async function writtenSince(dir: string, before: FolderMark): Promise<readonly WrittenFile[]> {
  const written: WrittenFile[] = []
  for await (const path of filesBelow(dir)) {
    const mark = await markOf(path)
    if (mark === '' || mark === before.get(path)) continue
    const bytes = await readFile(path).catch(() => null)
    if (bytes !== null) written.push({ path: relative(dir, path), bytes: bytes.subarray(0, MAX_BYTES) })
  }
  return written.toSorted((a, b) => a.path.localeCompare(b.path))
}

async function* filesBelow(dir: string): AsyncGenerator<string> {
  const entries = await readdir(dir, { withFileTypes: true }).catch(() => [])
  for (const entry of entries) {
    const path = join(dir, entry.name)
    if (entry.isDirectory()) yield* filesBelow(path)
    else if (entry.isFile()) yield path
  }
}

async function markOf(path: string): Promise<string> {
  const found = await stat(path, { bigint: true }).catch(() => null)
  return found === null ? '' : `${found.size} ${found.mtimeNs} ${found.ino}`
}
