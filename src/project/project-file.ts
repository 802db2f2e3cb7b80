import { existsSync, lstatSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { getuid } from 'node:process'

import { AppError } from '../errors.ts'
import { plainWord } from '../text/shell.ts'
import { PROJECT_FILE } from './toml/project-file-name.ts'

/** Finds the nearest app.toml in a folder or its parents without reading it. Returns null if there is none. */
export function findProjectFile(cwd: string): string | null {
  for (const { file, isForeign } of projectFiles(cwd)) if (!isForeign) return file
  return null
}

/** Returns the error for a missing app.toml. */
export function projectNotFound(cwd: string): AppError {
  if (!existsSync(cwd))
    return new AppError('project.not-found', `The folder ${cwd} no longer exists.`, {
      suggestions: ["Change to the app's folder and run the command again."],
    })
  const foreign = [...projectFiles(cwd)].find(({ isForeign }) => isForeign)?.file ?? null
  if (foreign !== null)
    return new AppError('project.not-found', `${foreign} belongs to another user, so it was not used.`, {
      details: { file: foreign },
      suggestions: [
        `If you trust the file, run the command in its folder: cd ${plainWord(dirname(foreign))}`,
        'To create a new app: `app init`',
      ],
    })
  return new AppError('project.not-found', `No ${PROJECT_FILE} in ${cwd} or its parents.`, {
    suggestions: [
      'Create a new app with `app init`, or turn the project in this folder into an app with `app init --here`.',
      "Or change to the app's folder.",
    ],
  })
}

interface ProjectFile {
  readonly file: string
  readonly isForeign: boolean
}

/**
 * In a shared folder such as /tmp, another user can create an app.toml above the project, and its
 * targets would control commands. So an app.toml above the folder counts only if this user, root or
 * the folder's owner owns it, as with Git's safe.directory.
 */
function* projectFiles(cwd: string): Generator<ProjectFile> {
  const from = resolve(cwd)
  for (let dir = from; ; dir = dirname(dir)) {
    const file = join(dir, PROJECT_FILE)
    const isThere = statSync(file, { throwIfNoEntry: false }) !== undefined
    if (isThere) yield { file, isForeign: dir !== from && !isTrusted(file, from) }
    if (dirname(dir) === dir) return
  }
}

/** Returns whether this user, root or the owner of the folder `from` owns the file. A link belongs to the user who created it. */
export function isTrusted(file: string, from: string): boolean {
  const own = getuid?.()
  const { uid } = lstatSync(file)
  return own === undefined || [own, 0, statSync(from, { throwIfNoEntry: false })?.uid].includes(uid)
}
