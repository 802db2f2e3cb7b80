import { accessSync, constants, lstatSync, statSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

import type { CheckReport } from '../../check/report.ts'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { rejectLinkedFolders } from '../../storage/files.ts'

export interface ReportFiles {
  readonly junit?: string | undefined
  readonly html?: string | undefined
  readonly sarif?: string | undefined
}

/** Writes the requested reports and replaces existing files. Raises `storage.unwritable`. */
export async function writeReports(context: Context, report: CheckReport, files: ReportFiles): Promise<void> {
  if (files.junit !== undefined) {
    const { junitReport } = await import('../../views/check/junit.ts')
    write(context, files.junit, junitReport(report, context.now()))
  }
  if (files.html !== undefined) {
    const { htmlReport } = await import('../../views/check/html.ts')
    write(context, files.html, await htmlReport(report, { version: context.version, at: context.now() }))
  }
  if (files.sarif !== undefined) {
    const { sarifReport } = await import('../../views/check/sarif.ts')
    write(context, files.sarif, sarifReport(report, context.version))
  }
}

/** Checks the report files before anything runs, so that no run ends without its report. Raises `storage.unwritable`, `storage.symlink` and `usage.invalid`. */
export function requireWritable({ cwd }: Context, { junit, html, sarif }: ReportFiles): void {
  const seen = new Map<string, string>()
  for (const [name, file] of Object.entries({ junit, html, sarif })) {
    if (file === undefined) continue
    const path = resolve(cwd, file)
    const other = seen.get(path)
    if (other !== undefined) throw new AppError('usage.invalid', `--${other} and --${name} use the same file.`)
    seen.set(path, name)
    try {
      accessSync(dirname(path), constants.W_OK)
      if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) throw new Error('a folder')
    } catch (cause) {
      throw unwritable(path, cause)
    }
    rejectLink(path)
    rejectLinkedFolders({ path, cwd, advice: `Specify a file in another folder with --${name}.` })
  }
}

/** The system creates these as links, too. */
const ownStream = /^\/(?:dev\/(?:stdout|stderr|fd\/\d+)|proc\/self\/fd\/\d+)$/

/** Rejects a link, because a project may contain one at the usual report path that points to the user's own file (T20). */
function rejectLink(path: string): void {
  if (ownStream.test(path) || lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return
  throw new AppError('storage.symlink', `${path} is a symbolic link, so no report was written to it.`, {
    suggestions: ['Use the file that the link points to, or another file.'],
  })
}

function write({ cwd }: Context, file: string, content: string): void {
  const path = resolve(cwd, file)
  try {
    writeFileSync(path, content)
  } catch (cause) {
    throw unwritable(path, cause)
  }
}

function unwritable(path: string, cause: unknown): AppError {
  return new AppError('storage.unwritable', `The report could not be written to ${path}.`, {
    cause,
    suggestions: ['Use a file in a folder that you can write to.'],
  })
}
