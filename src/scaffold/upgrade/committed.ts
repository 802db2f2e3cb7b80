import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { git, gitText } from './git.ts'

const AT_MOST = 5

/**
 * Raises `upgrade.not-committed` unless the whole app in `dir` is committed, so that overwritten
 * files can be restored. Other parts of the repository do not matter.
 */
export async function rejectUncommitted(tools: Pick<Context, 'env'>, dir: string): Promise<void> {
  const known = await git(tools, { cwd: dir, args: ['ls-files', '--error-unmatch', '--', 'app.toml'] })
  if (known.exit !== 0) throw notInGit(dir, known.stderr)
  await rejectFilters(tools, dir)
  // A submodule has separate settings, and an upgrade does not write into it.
  const flags = ['--porcelain=v1', '-z', '--untracked-files=all', '--ignore-submodules=all']
  const changed = namesOf(await gitText(tools, { cwd: dir, args: ['status', ...flags, '--', '.'] }))
  if (changed.length === 0) return
  const more = changed.length > AT_MOST ? ` and ${changed.length - AT_MOST} more` : ''
  const names = changed.slice(0, AT_MOST).map((entry) => entry.slice(3))
  const wasStopped = changed.some((entry) => entry.includes('.svcapp-upgrade/'))
  throw new AppError('upgrade.not-committed', `Uncommitted changes: ${names.join(', ')}${more}. Nothing was changed.`, {
    details: { dir, changed: names },
    suggestions: [
      ...(wasStopped
        ? ['An upgrade was interrupted. To return to the last commit: git restore . && git clean -d --force']
        : []),
      'git add --all && git commit --message "Before the upgrade"',
      'git stash --include-untracked',
    ],
  })
}

/** `git status` runs a file's filter. A filter that only the repository configures is an untrusted program (T26). */
async function rejectFilters(tools: Pick<Context, 'env'>, dir: string): Promise<void> {
  const args = ['config', '--show-scope', '--name-only', '--get-regexp', String.raw`^filter\..*\.(clean|process)$`]
  const { stdout } = await git(tools, { cwd: dir, args })
  const own = stdout.split('\n').find((line) => /^(local|worktree)\t/.test(line))
  if (own === undefined) return
  const setting = own.replace(/^\w+\t/, '')
  throw new AppError(
    'upgrade.not-committed',
    `Git needs the program in ${setting} to compare files. The program was not run, because only this repository configures it. Nothing was changed.`,
    {
      details: { dir, setting },
      suggestions: [
        `Check the program: git config --show-origin --get ${setting}`,
        `If you trust it, configure it for your user and remove it from the repository: git config --unset ${setting}`,
      ],
    },
  )
}

function notInGit(dir: string, said: string): AppError {
  const isRepository = !/not a git repository/i.test(said)
  const why = isRepository ? 'its app.toml is not in Git' : 'it is not in a Git repository'
  return new AppError(
    'upgrade.not-committed',
    `The app in ${dir} is not committed (${why}), so an upgrade could overwrite your changes. Nothing was changed.`,
    {
      details: { dir },
      suggestions: [`${isRepository ? '' : 'git init && '}git add --all && git commit --message "Before the upgrade"`],
    },
  )
}

/** Returns the paths, below `dir`, of all files that git tracks or would add; empty without a repository. */
export async function ownFiles(tools: Pick<Context, 'env'>, dir: string): Promise<readonly string[]> {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--deduplicate']
  const { exit, stdout } = await git(tools, { cwd: dir, args })
  return exit === 0 ? namesOf(stdout) : []
}

function namesOf(listed: string): string[] {
  return listed.split('\0').filter((name) => name !== '')
}
