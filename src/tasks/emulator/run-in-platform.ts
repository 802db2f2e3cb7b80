import type { Context, Foreground } from '../../context.ts'
import { childEnvironment } from '../../dev/processes/child-environment.ts'
import { AppError } from '../../errors.ts'
import type { ThrowawayPlatform } from './throwaway-platform.ts'

export interface ExecuteInput {
  readonly platform: ThrowawayPlatform
  readonly run: Foreground['run']
  readonly command: { readonly file: string; readonly args: readonly string[]; readonly stdout: 'stdout' | 'stderr' }
  readonly keep: boolean
}

export interface Executed {
  readonly command: readonly string[]
  /** Exit code, as a shell reports it. */
  readonly exit: number
  /** Folder of the emulator's state if it was kept, else null. */
  readonly home: string | null
}

/** Runs a command against a throwaway platform, and always stops the platform. Raises `usage.invalid` if the command cannot start. */
export async function runInPlatform(context: Context, input: ExecuteInput): Promise<Executed> {
  const { platform, run, command, keep } = input
  const { file, args } = command
  try {
    const exit = await runForeground(context, run, { ...command, environment: platform.environment })
    return { command: [file, ...args], exit, home: keep ? platform.home : null }
  } finally {
    await platform.close(keep)
  }
}

export interface CommandToRun {
  readonly file: string
  readonly args: readonly string[]
  readonly stdout: 'stdout' | 'stderr'
  /** Variables of the app's process. */
  readonly environment: ThrowawayPlatform['environment']
}

/** Runs a command in the foreground and returns its exit code. Raises `usage.invalid` if it cannot start. */
export function runForeground(
  context: Context,
  run: Foreground['run'],
  { file, args, stdout, environment }: CommandToRun,
): Promise<number> {
  const { nodePath } = context.runtime
  const env = childEnvironment({ env: context.env, appEnv: environment, nodePath })
  return run({ file, args, env, cwd: context.cwd, stdout }).catch((cause: unknown) => {
    throw new AppError('usage.invalid', `${JSON.stringify(file)} cannot be started: not found, or not executable.`, {
      cause,
      suggestions: ['Commands run without a shell, one argument per word: app emulator exec -- npm test'],
    })
  })
}
