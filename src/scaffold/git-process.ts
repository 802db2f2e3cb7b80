import { devNull } from 'node:os'

import { withoutSecrets } from '../processes/child-env.ts'

export interface GitProcess {
  readonly cwd: string
  readonly args: readonly string[]
  /** Of this process; Git gets it without our secrets. */
  readonly env: Readonly<Record<string, string | undefined>>
  /** Beside what is in the environment. */
  readonly added?: Readonly<Record<string, string>>
  readonly input?: Uint8Array | undefined
  /** No limit if it is left out. */
  readonly timeoutMs?: number
  readonly signal?: AbortSignal
}

export interface EndedGit {
  readonly failed: boolean
  /** Undefined if Git could not be started or was ended by a signal. */
  readonly exitCode?: number | undefined
  /** Of the system, such as `ENOENT` without Git. */
  readonly code?: string | undefined
  readonly shortMessage?: string | undefined
  readonly stdout: string
  readonly stderr: string
}

const MAX_BYTES = 256 * 1024 * 1024

/** Runs git without a shell (T26): no hook and no monitor of a repository runs, and nothing is asked. Never throws for how it ended. */
export async function runGit(run: GitProcess): Promise<EndedGit> {
  const { cwd, args, env, added, input, timeoutMs, signal } = run
  const { execa } = await import('execa')
  return execa('git', ['-c', 'core.fsmonitor=false', '-c', `core.hooksPath=${devNull}`, ...args], {
    cwd,
    env: { ...withoutSecrets(env), GIT_TERMINAL_PROMPT: '0', LC_ALL: 'C', ...added },
    extendEnv: false,
    reject: false,
    stripFinalNewline: false,
    maxBuffer: MAX_BYTES,
    ...(timeoutMs === undefined ? {} : { timeout: timeoutMs }),
    ...(signal === undefined ? {} : { cancelSignal: signal }),
    ...(input === undefined ? { stdin: 'ignore' as const } : { input }),
  })
}
