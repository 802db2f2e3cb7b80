import { withoutSecrets } from '../processes/child-env.ts'

export interface StartRepositoryTools {
  readonly env: Readonly<Record<string, string | undefined>>
}

/**
 * Starts an empty Git repository in a new app, without a shell (T26). Returns whether it did: not where the folder is inside a repository already, and
 * not where there is no Git. Never raises, for an app needs none.
 */
export async function startRepository({ env }: StartRepositoryTools, dir: string): Promise<boolean> {
  const { execa } = await import('execa')
  const git = async (...args: string[]) =>
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
  if (await git('rev-parse', '--is-inside-work-tree')) return false
  return git('init', '--quiet')
}
