import {
  appendFileSync,
  closeSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, resolve, sep } from 'node:path'

import { AppError } from '../errors.ts'
import { messageOf } from '../errors/thrown.ts'
import { rejectLink, rejectLinkedFolders } from '../storage/files.ts'
import { plainWord } from '../text/shell.ts'

export interface NewFile {
  /** Path below the new folder, with slashes. */
  readonly path: string
  readonly content: string | Uint8Array
}

/** Files that a new repository, an editor or a file manager creates in a folder before an app exists. */
const allowedBefore = new RegExp(
  `^(?:${[
    '\\.git(?:hub|attributes|ignore|modules|keep|lab|lab-ci\\.yml)?|\\.mailmap|\\.editorconfig|\\.idea|\\.vscode',
    '\\.DS_Store|Thumbs\\.db|desktop\\.ini',
    '\\.nvmrc|\\.node-version|\\.tool-versions|\\.?mise\\.toml|\\.prettier(?:ignore|rc(?:\\.\\w+)?)|\\.env\\.example',
    '(?:README|LICEN[CS]E|COPYING|NOTICE|CHANGELOG|SECURITY|CONTRIBUTING|CODE_OF_CONDUCT|CODEOWNERS)(?:\\.\\w+)?',
  ].join('|')})$`,
  'i',
)

/**
 * Raises `scaffold.folder-not-empty` if files are in the way, `storage.symlink` if the folder or
 * one between it and `cwd` is a link (T20), and `scaffold.failed` if the folder cannot exist.
 */
export function checkFolder(dir: string, cwd: string): void {
  const found = filesIn(dir, cwd)
  if (found.length === 0) return
  const more = found.length > 5 ? `, and ${found.length - 5} more` : ''
  throw new AppError('scaffold.folder-not-empty', `${dir} is not empty: ${found.slice(0, 5).join(', ')}${more}.`, {
    details: { dir, found },
    suggestions: [
      'Choose another folder with --dir. Existing files are never overwritten.',
      `To turn its code into an app: cd ${plainWord(dir)} && app init --here`,
    ],
  })
}

function filesIn(dir: string, cwd: string): string[] {
  try {
    rejectLinkedFolders({ path: dir, cwd, advice: 'Choose another folder with --dir.' })
    rejectLink(dir)
    const stat = lstatSync(dir, { throwIfNoEntry: false })
    if (stat === undefined) return []
    return stat.isDirectory() ? readdirSync(dir).filter((name) => !allowedBefore.test(name)) : [dir]
  } catch (cause) {
    if (cause instanceof AppError && cause.code !== 'storage.unwritable') throw cause
    // The name is too long, a part of the path is a file, or reading it is forbidden.
    throw new AppError('scaffold.failed', `The folder ${dir} cannot be created: ${describeReason(cause)}.`, {
      cause,
      suggestions: ['Choose another folder with --dir.'],
    })
  }
}

/**
 * Writes all files below `dir`, or none: if one fails, the written ones are removed. Overwrites no
 * file and does not write through links. Raises `scaffold.failed`.
 */
export function writeFiles(dir: string, files: readonly NewFile[]): void {
  const made: string[] = []
  const written: string[] = []
  try {
    for (const { path, content } of files) {
      const file = resolveInside(dir, path)
      makeFolders(dirname(file), made)
      const created = openSync(file, 'wx')
      // From here on this function removes it on a failure, even half written.
      written.push(file)
      try {
        writeFileSync(created, content)
      } finally {
        closeSync(created)
      }
    }
  } catch (cause) {
    for (const file of written) rmSync(file, { force: true })
    for (const folder of made.toReversed()) removeIfEmpty(folder)
    throw new AppError(
      'scaffold.failed',
      `The app could not be written to ${dir}: ${describeReason(cause)}. Files already written were removed.`,
      { cause, suggestions: ['Choose another folder with --dir.'] },
    )
  }
}

/** Returns the files that are missing in `dir`, and the paths of the existing ones, which stay unchanged. */
export function splitKept(
  dir: string,
  files: readonly NewFile[],
): { readonly fresh: NewFile[]; readonly kept: string[] } {
  const isKept = ({ path }: NewFile) => {
    try {
      return lstatSync(resolveInside(dir, path), { throwIfNoEntry: false }) !== undefined
    } catch {
      // A file is in place of a folder: writing reports it.
      return false
    }
  }
  return { fresh: files.filter((file) => !isKept(file)), kept: files.filter(isKept).map(({ path }) => path) }
}

/** Adds the lines that a `.gitignore` lacks, and returns whether it lacked any. Without them the app's secrets and data would be committed. */
export function extendIgnored(dir: string, content: string): boolean {
  const file = resolveInside(dir, '.gitignore')
  // Nothing is written through a link (T20).
  if (!lstatSync(file).isFile()) return false
  const known = readFileSync(file, 'utf8')
  const lines = new Set(known.split(/\r?\n/))
  const missing = content.split('\n').filter((line) => line !== '' && !lines.has(line))
  if (missing.length === 0) return false
  const gap = known === '' || known.endsWith('\n') ? '' : '\n'
  appendFileSync(file, `${gap}${missing.join('\n')}\n`)
  return true
}

function describeReason(cause: unknown): string {
  return messageOf(cause).replace(/\.$/, '')
}

/** The templates are ours, but their paths are still checked so that none leaves the folder (T27). */
function resolveInside(dir: string, path: string): string {
  const file = resolve(dir, path)
  if (!file.startsWith(resolve(dir) + sep)) throw new Error(`${path} points outside the folder.`)
  return file
}

function makeFolders(folder: string, made: string[]): void {
  const stat = lstatSync(folder, { throwIfNoEntry: false })
  if (stat?.isDirectory()) return
  if (stat !== undefined) throw new Error(`${folder} is not a folder.`)
  makeFolders(join(folder, '..'), made)
  mkdirSync(folder)
  made.push(folder)
}

/** Files that another program has added stay. */
function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder)
  } catch {
    // The folder is not empty, or does not exist.
  }
}
