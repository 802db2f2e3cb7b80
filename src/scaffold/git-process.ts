import { devNull } from 'node:os'

import { withoutSecrets } from '../processes/child-env.ts'

export interface GitProcess {
  readonly cwd: string
  readonly args: readonly string[]
  /** Environment of this process. Git gets it without our secrets. */
  readonly env: Readonly<Record<string, string | undefined>>
  /** Variables added to the environment. */
  readonly added?: Readonly<Record<string, string>>
  readonly input?: Uint8Array | undefined
  /** Without a limit if omitted. */
  readonly timeoutMs?: number
  readonly signal?: AbortSignal
}

export interface EndedGit {
  readonly failed: boolean
  /** Undefined if Git could not be started or was stopped by a signal. */
  readonly exitCode?: number | undefined
  /** System error code, such as `ENOENT` without Git. */
  readonly code?: string | undefined
  readonly shortMessage?: string | undefined
  readonly stdout: string
  readonly stderr: string
}

const MAX_BYTES = 256 * 1024 * 1024

/**
 * A `.git` may have arrived with an archive, so its settings are untrusted (T26). The index is not written and no
 * missing object is fetched, because a remote's upload program and its ssh command are settings too.
 */
const NO_EFFECTS = { GIT_OPTIONAL_LOCKS: '0', GIT_NO_LAZY_FETCH: '1', GIT_ALLOW_PROTOCOL: '' }

/** Runs git without a shell (T26). No hook or monitor of a repository runs, and there are no prompts. Never throws for a failed git. */
export async function runGit(run: GitProcess): Promise<EndedGit> {
  const { cwd, args, env, added, input, timeoutMs, signal } = run
  const { execa } = await import('execa')
  return execa('git', ['-c', 'core.fsmonitor=false', '-c', `core.hooksPath=${devNull}`, ...args], {
    cwd,
    env: { ...withoutSecrets(env), GIT_TERMINAL_PROMPT: '0', LC_ALL: 'C', ...NO_EFFECTS, ...added },
    extendEnv: false,
    reject: false,
    stripFinalNewline: false,
    maxBuffer: MAX_BYTES,
    ...(timeoutMs === undefined ? {} : { timeout: timeoutMs }),
    ...(signal === undefined ? {} : { cancelSignal: signal }),
    ...(input === undefined ? { stdin: 'ignore' as const } : { input }),
  })
}
