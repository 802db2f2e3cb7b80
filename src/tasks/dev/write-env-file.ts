import { readFileSync, statSync } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'

import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { messageOf } from '../../errors/thrown.ts'
import { isForCommits } from '../../scaffold/start-repository.ts'
import { rejectLink, writeFileAtomic, writeOutput } from '../../storage/files.ts'
import { plainWord } from '../../text/shell.ts'
import { environmentView } from '../../views/environment.ts'
import type { AppEnvironment } from './app-environment.ts'

/**
 * Writes the variables with their secrets to a .env file. Replaces its SVCAPP_ lines, adds the missing variables and keeps
 * every other line. A new file is for this user only. Raises `usage.invalid` and `storage.*` before the file changes.
 */
export async function writeEnvFile(context: Context, file: string, variables: AppEnvironment): Promise<void> {
  const { cwd, env, runtime, terminal } = context
  const path = resolve(cwd, file)
  const mode = writeOutput({ path, cwd, advice: 'Specify a file in another folder with --write.' }, () => {
    rejectLink(path)
    const before = readIfAny(path)
    const kept = before === null ? 0o600 : statSync(path).mode & 0o777
    writeFileAtomic({ path, content: mergeEnv(before ?? '', variables), mode: kept })
    return kept
  })
  terminal.note(`Wrote the app's variables and secrets to ${file}. Its other lines are unchanged.`)
  if (runtime.platform !== 'win32' && (mode & 0o077) !== 0)
    terminal.note(`Other users can read ${file}. Run: chmod 600 ${plainWord(file)}`)
  if (await isForCommits({ env }, dirname(path), basename(path)))
    terminal.note(`Git does not ignore ${file}. Add it to .gitignore, because it contains secrets.`)
}

function readIfAny(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw new AppError('usage.invalid', `${path} cannot be read: ${messageOf(cause)}. Nothing was written.`, { cause })
  }
}

/** Variables of the app that are not ours, such as PORT, keep their value in the file. */
function mergeEnv(before: string, variables: AppEnvironment): string {
  const end = before.includes('\r\n') ? '\r\n' : '\n'
  const missing = new Map(Object.entries(variables))
  const kept = before.split(/\r?\n/).flatMap((line) => {
    const name = /^\s*(?:export\s+)?(\w+)\s*=/.exec(line)?.[1] ?? ''
    const value = variables[name]
    if (value === undefined) return [line]
    const isFirst = missing.delete(name)
    if (!name.startsWith('SVCAPP_')) return [line]
    return isFirst ? [environmentView({ [name]: value }, 'dotenv')] : []
  })
  if (kept.at(-1) === '') kept.pop()
  const added = missing.size === 0 ? [] : [environmentView(Object.fromEntries(missing), 'dotenv').replaceAll('\n', end)]
  return [...kept, ...added, ''].join(end)
}
