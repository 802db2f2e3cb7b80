import { AppError } from '../../errors.ts'
import { git, gitText, type GitTools } from './git.ts'

const AT_MOST = 5

/**
 * Raises `upgrade.not-committed` unless all of the app in `dir` is committed: what an upgrade writes over can then be had back. What lies elsewhere in the
 * same repository does not matter.
 */
export async function refuseUncommitted(tools: GitTools, dir: string): Promise<void> {
  const known = await git(tools, { cwd: dir, args: ['ls-files', '--error-unmatch', '--', 'app.toml'] })
  if (known.exit !== 0) throw notInGit(dir, known.stderr)
  const changed = namesOf(
    await gitText(tools, {
      cwd: dir,
      // A monitor that the repository names would be a program of somebody else.
      args: ['-c', 'core.fsmonitor=false', 'status', '--porcelain=v1', '-z', '--untracked-files=all', '--', '.'],
    }),
  )
  if (changed.length === 0) return
  const more = changed.length > AT_MOST ? ` and ${changed.length - AT_MOST} more` : ''
  const names = changed.slice(0, AT_MOST).map((entry) => entry.slice(3))
  const wasStopped = changed.some((entry) => entry.includes('.svcapp-upgrade/'))
  throw new AppError('upgrade.not-committed', `Not committed: ${names.join(', ')}${more}. Nothing was changed.`, {
    details: { dir, changed: names },
    suggestions: [
      ...(wasStopped
        ? [
            'An upgrade was stopped in the middle; this brings back the last commit: git restore . && git clean -d --force',
          ]
        : []),
      'git add --all && git commit --message "Before the upgrade"',
      'git stash --include-untracked',
    ],
  })
}

function notInGit(dir: string, said: string): AppError {
  const isRepository = !/not a git repository/i.test(said)
  const why = isRepository ? 'its app.toml is not in git' : 'it is in no Git repository'
  return new AppError(
    'upgrade.not-committed',
    `The app in ${dir} is not committed (${why}), so what an upgrade writes over could get lost. Nothing was changed.`,
    {
      details: { dir },
      suggestions: [`${isRepository ? '' : 'git init && '}git add --all && git commit --message "Before the upgrade"`],
    },
  )
}

/** The paths of all files in `dir` that git knows or would take, below it; none where there is no repository. */
export async function ownFiles(tools: GitTools, dir: string): Promise<readonly string[]> {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--deduplicate']
  const { exit, stdout } = await git(tools, { cwd: dir, args })
  return exit === 0 ? namesOf(stdout) : []
}

function namesOf(listed: string): string[] {
  return listed.split('\0').filter((name) => name !== '')
}
