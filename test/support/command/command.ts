import { Config } from '@oclif/core/config'
import { expect } from 'vitest'

import type { AppCommand } from '../../../src/cli.ts'
import { ReportedError } from '../../../src/cli/reported-error.ts'
import type { Context } from '../../../src/context.ts'
import { makeContext, type ContextOverrides } from '../context.ts'
import { wrongAdvice } from './advice-on-live.ts'
import { brokenPromises } from './printed.ts'

/** Constructor of a concrete command class, because `AppCommand` itself is abstract. */
type CommandClass<Result> = new (argv: string[], config: Config, context?: Context) => AppCommand<Result>

export interface CommandRun<Result = unknown> {
  readonly stdout: string
  readonly stderr: string
  readonly stdoutBytes: Buffer
  /** Return value of `run()`, or undefined if it threw. */
  readonly result: Result | undefined
  /** Thrown value: an `AppError` with its `code`, or a bug. */
  readonly error: (Error & { readonly code?: string; readonly suggestions?: readonly string[] }) | undefined
  /** Exit code of the process. */
  readonly exit: number
}

/**
 * Runs a command like the binary: the real class and the real parser, in a context from
 * `makeContext(overrides)` or the given one. Returns the exit code and both streams as a user would see them.
 */
export async function runCommand<Result>(
  Class: CommandClass<Result>,
  argv: readonly string[] = [],
  overrides: ContextOverrides | ReturnType<typeof makeContext> = {},
): Promise<CommandRun<Result>> {
  const context = 'captured' in overrides ? overrides : makeContext(overrides)
  const before = context.captured.stdout().length
  const noted = context.captured.stderr().length
  const command = new Class([...argv], await plainConfig(), context)
  const outcome = await settle(() => command._run<Result>())
  const { captured } = context
  // Every run in every test must match what `app commands --json` promises.
  const printed = { argv, stdout: captured.stdout().slice(before), code: codeOf(outcome.error) }
  expect(brokenPromises(Class, printed)).toEqual([])
  const advised = `${printed.stdout}\n${captured.stderr().slice(noted)}`
  expect(wrongAdvice(Class, { argv, env: context.env, printed: advised })).toEqual([])
  return { stdout: captured.stdout(), stderr: captured.stderr(), stdoutBytes: captured.stdoutBytes(), ...outcome }
}

function codeOf(error: CommandRun['error']): string | undefined {
  return error?.code
}

async function settle<Result>(run: () => Promise<Result>) {
  try {
    return { result: await run(), error: undefined, exit: 0 }
  } catch (error) {
    if (!(error instanceof ReportedError)) throw error
    return { result: undefined, error: error.cause as Error, exit: error.oclif.exit }
  }
}

let config: Promise<Config> | undefined

/** Returns oclif's own Config without any command, which parsing and help texts need. */
function plainConfig(): Promise<Config> {
  config ??= Config.load({
    root: import.meta.dirname,
    isRoot: true,
    devPlugins: false,
    userPlugins: false,
    ignoreManifest: true,
    pjson: { name: 'svcapp', version: '0.0.0-test', oclif: { bin: 'app', topicSeparator: ' ' } } as never,
  })
  return config
}
