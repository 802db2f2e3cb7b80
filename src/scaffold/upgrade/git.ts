import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { runGit } from '../git-process.ts'

export interface GitRun {
  readonly cwd: string
  readonly args: readonly string[]
  readonly input?: Uint8Array
  /** Variables added to the environment. */
  readonly env?: Readonly<Record<string, string>>
}

export interface GitAnswer {
  readonly exit: number
  readonly stdout: string
  readonly stderr: string
}

/** Runs git and returns its result, even if it failed. Raises `upgrade.no-git` if it could not be started. */
export async function git({ env }: Pick<Context, 'env'>, run: GitRun): Promise<GitAnswer> {
  const { cwd, args, input, env: added = {} } = run
  const result = await runGit({ cwd, args, input, env, added })
  if (result.exitCode !== undefined) return { exit: result.exitCode, stdout: result.stdout, stderr: result.stderr }
  const isMissing = result.code === 'ENOENT'
  throw new AppError(
    'upgrade.no-git',
    isMissing ? 'git is not in PATH.' : `git was interrupted: ${result.shortMessage}`,
    {
      suggestions: ['Install git. An upgrade uses its three-way merge.'],
    },
  )
}

/** Returns git's output. Raises `upgrade.no-git` with git's own message if it failed. */
export async function gitText(tools: Pick<Context, 'env'>, run: GitRun): Promise<string> {
  const { exit, stdout, stderr } = await git(tools, run)
  if (exit === 0) return stdout
  throw new AppError('upgrade.no-git', `git ${run.args[0] ?? ''} failed: ${stderr.trim() || `exit ${exit}`}`)
}
