import { withoutSecrets } from '../processes/child-env.ts'

export interface StartRepositoryTools {
  readonly env: Readonly<Record<string, string | undefined>>
}

/**
 * Starts an empty Git repository in a new app, without a shell (T26). Returns whether it did: not where the folder is inside a repository already, and
 * not where there is no Git. Never raises, for an app needs none.
 */
export async function startRepository(tools: StartRepositoryTools, dir: string): Promise<boolean> {
  const git = await gitIn(tools, dir)
  if (await git('rev-parse', '--is-inside-work-tree')) return false
  return git('init', '--quiet')
}

/**
 * Commits all files of a new app, so that `git diff` and `app upgrade` show what was changed since. Returns whether it did: not where Git has no name and
 * address for the commit. No hook runs and nothing is signed, because both may ask.
 */
export async function commitNewApp(tools: StartRepositoryTools, dir: string): Promise<boolean> {
  const git = await gitIn(tools, dir)
  const { env } = tools
  const isNamed = async (setting: string, variable: string) =>
    Boolean(env[variable]) || (await git('config', '--get', setting))
  if (!(await isNamed('user.email', 'GIT_COMMITTER_EMAIL')) || !(await isNamed('user.name', 'GIT_COMMITTER_NAME')))
    return false
  const options = ['-c', 'core.hooksPath=/dev/null', '-c', 'commit.gpgSign=false']
  return (await git('add', '--all')) && git(...options, 'commit', '--quiet', '--message', 'Create the app')
}

async function gitIn({ env }: StartRepositoryTools, dir: string): Promise<(...args: string[]) => Promise<boolean>> {
  const { execa } = await import('execa')
  return async (...args) =>
    !(
      await execa('git', args, {
        cwd: dir,
        env: withoutSecrets(env),
        extendEnv: false,
        stdin: 'ignore',
        reject: false,
        timeout: 10_000,
      })
    ).failed
}
