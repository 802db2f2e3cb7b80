import { lstatSync } from 'node:fs'
import { join } from 'node:path'

import type { Context } from '../context.ts'
import { runGit } from './git-process.ts'

const LIMIT_MS = 10_000

/**
 * Creates an empty Git repository in a new app, without a shell (T26). Returns false if the folder
 * is already inside a repository, or without Git. An existing `.git` stays unchanged, even if Git cannot
 * use it, because its settings can contain programs (T26). Never raises, because an app needs no repository.
 */
export async function startRepository(tools: Pick<Context, 'env'>, dir: string): Promise<boolean> {
  if (lstatSync(join(dir, '.git'), { throwIfNoEntry: false }) !== undefined) return false
  const git = gitIn(tools, dir)
  if (await git('rev-parse', '--is-inside-work-tree')) return false
  return git('init', '--quiet')
}

/** Returns whether Git excludes the file from commits. False without Git or outside a repository. */
export function isIgnored(tools: Pick<Context, 'env'>, dir: string, path: string): Promise<boolean> {
  return gitIn(tools, dir)('check-ignore', '--quiet', path)
}

/** Returns whether the file is in a repository that does not exclude it. */
export async function isForCommits(tools: Pick<Context, 'env'>, dir: string, path: string): Promise<boolean> {
  const isInRepository = await gitIn(tools, dir)('rev-parse', '--is-inside-work-tree')
  return isInRepository && !(await isIgnored(tools, dir, path))
}

/**
 * Commits all files of a new app, so that `git diff` and `app upgrade` show later changes. Returns false if
 * Git has no name and address for the commit. No hook runs and nothing is signed, because both may prompt.
 */
export async function commitNewApp(tools: Pick<Context, 'env'>, dir: string): Promise<boolean> {
  const git = gitIn(tools, dir)
  const { env } = tools
  const isNamed = async (setting: string, variable: string) =>
    Boolean(env[variable]) || (await git('config', '--get', setting))
  if (!(await isNamed('user.email', 'GIT_COMMITTER_EMAIL')) || !(await isNamed('user.name', 'GIT_COMMITTER_NAME')))
    return false
  const isAdded = await git('add', '--all')
  return isAdded && git('-c', 'commit.gpgSign=false', 'commit', '--quiet', '--message', 'Create the app')
}

/** Returns a function that runs git in a folder and reports whether it succeeded. */
function gitIn({ env }: Pick<Context, 'env'>, cwd: string): (...args: string[]) => Promise<boolean> {
  return async (...args) => !(await runGit({ cwd, args, env, timeoutMs: LIMIT_MS })).failed
}
