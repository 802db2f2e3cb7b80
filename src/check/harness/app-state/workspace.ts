import { constants } from 'node:fs'
import { copyFile, link, lstat, mkdir, open, readdir, readlink, symlink } from 'node:fs/promises'
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path'

/**
 * Copies a project into `to`, so that the app cannot change the original folder. Each package becomes a separate link, so that a cache next to the
 * packages belongs to the copy. Leaves out `.git` and the databases that the app created on this machine, because a run begins with a new app.
 */
export async function copyProject(from: string, to: string): Promise<void> {
  await copyFolder(from, to, { from, to })
}

/** Returns a command-line word with a path of the project replaced by the path of the copy. */
export function inCopy(word: string, from: string, to: string): string {
  return word === from || word.startsWith(`${from}/`) ? to + word.slice(from.length) : word
}

interface Roots {
  readonly from: string
  readonly to: string
}

async function copyFolder(from: string, to: string, roots: Roots): Promise<void> {
  await mkdir(to, { recursive: true })
  const entries = await readdir(from, { withFileTypes: true })
  await Promise.all(
    entries.map(async (entry) => {
      const [source, target] = [join(from, entry.name), join(to, entry.name)]
      if (entry.name === '.git') return
      if (entry.name === 'node_modules') return linkPackages(source, target, roots)
      await unlessGone(async () => {
        if (entry.isDirectory()) return copyFolder(source, target, roots)
        if (entry.isSymbolicLink()) return symlink(await leadOf(source, roots), target)
        if (entry.isFile() && !(await isDatabase(source))) await copyFile(source, target, constants.COPYFILE_FICLONE)
      })
    }),
  )
}

/** Folders next to the packages that contain only packages. */
const linkedWhole = new Set(['.bin', '.pnpm'])

/** Bundlers that read no package from outside the project. Their package files are linked one by one, which takes a second. */
const bundlers = new Set(['next'])

async function linkPackages(from: string, to: string, roots: Roots): Promise<void> {
  await mkdir(to, { recursive: true })
  const entries = await readdir(from)
  if (entries.some((name) => bundlers.has(name))) return linkFiles(from, to, roots)
  await Promise.all(
    entries.map(async (name) => {
      const [source, target] = [join(from, name), join(to, name)]
      if (name.startsWith('@')) return linkPackages(source, target, roots)
      if (!name.startsWith('.') || linkedWhole.has(name)) return symlink(source, target)
      await unlessGone(async () => {
        const found = await lstat(source)
        if (found.isDirectory()) return copyFolder(source, target, roots)
        if (found.isFile()) await copyFile(source, target, constants.COPYFILE_FICLONE)
      })
    }),
  )
}

/**
 * Copies a folder with a hard link to each file, or with copies if the file system has no links
 * across folders. Tool caches are copied because programs write to them.
 */
async function linkFiles(from: string, to: string, roots: Roots): Promise<void> {
  await mkdir(to, { recursive: true })
  const entries = await readdir(from, { withFileTypes: true })
  await Promise.all(
    entries.map((entry) =>
      unlessGone(async () => {
        const [source, target] = [join(from, entry.name), join(to, entry.name)]
        if (entry.isSymbolicLink()) return symlink(await leadOf(source, roots), target)
        if (entry.isFile())
          return link(source, target).catch(async () => copyFile(source, target, constants.COPYFILE_FICLONE))
        const isCache = basename(from) === 'node_modules' && entry.name.startsWith('.') && !linkedWhole.has(entry.name)
        return isCache ? copyFolder(source, target, roots) : linkFiles(source, target, roots)
      }),
    ),
  )
}

/** Copies a file unless it was deleted. Other programs write and delete project files meanwhile, for example in caches. */
async function unlessGone(copy: () => Promise<void>): Promise<void> {
  try {
    await copy()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}

/** Returns the target of a copied link: the copy of a target in the project, otherwise the same target. */
async function leadOf(link: string, { from, to }: Roots): Promise<string> {
  const real = resolve(dirname(link), await readlink(link))
  const within = relative(from, real)
  return within.startsWith('..') || isAbsolute(within) ? real : join(to, within)
}

const MAGIC = 'SQLite format 3\0'

/** Returns true for a SQLite database or one of its companion files. */
async function isDatabase(path: string): Promise<boolean> {
  const name = basename(path)
  if (/\.(db|sqlite3?|db3)-(wal|shm|journal)$/i.test(name)) return true
  if (!/\.(db|sqlite3?|db3)$/i.test(name)) return false
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(MAGIC.length), 0, MAGIC.length, 0)
    return bytesRead === 0 || buffer.toString('latin1') === MAGIC
  } finally {
    await file.close()
  }
}
