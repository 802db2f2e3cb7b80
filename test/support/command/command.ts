import { Config } from '@oclif/core/config'
import { expect } from 'vitest'

import type { AppCommand } from '../../../src/command.ts'
import { ReportedError } from '../../../src/command/reported-error.ts'
import type { Context } from '../../../src/context.ts'
import { makeContext, type ContextOverrides } from '../context.ts'
import { wrongAdvice } from './advice-on-live.ts'
import { brokenPromises } from './printed.ts'

/** How a concrete command class is made; `AppCommand` itself is abstract. */
type CommandClass<Result> = new (argv: string[], config: Config, context?: Context) => AppCommand<Result>

export interface CommandRun<Result = unknown> {
  readonly stdout: string
  readonly stderr: string
  readonly stdoutBytes: Buffer
  /** What `run()` returned; undefined when it threw. */
  readonly result: Result | undefined
  /** What was thrown: an `AppError` with its `code`, or a bug. */
  readonly error: (Error & { readonly code?: string; readonly suggestions?: readonly string[] }) | undefined
  /** As the process would end. */
  readonly exit: number
}

/**
 * Runs a command as the binary would: the real class and the real parser, in a context made by `makeContext(overrides)` or in the one given.
 * The exit code and both streams are those a person would get.
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
  // Each run of each test: what `app commands --json` says must hold.
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

/** oclif's own Config, without any command: parsing and help texts need one. */
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
