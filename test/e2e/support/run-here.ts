import { setTimeout } from 'node:timers/promises'

import { openCredentials } from '../../../src/credentials/policy.ts'
import { statePaths } from '../../../src/project/paths.ts'
import { runCommand } from '../../support/command/command.ts'
import { contextIn } from '../../support/context.ts'
import { nodeSend } from '../../support/served.ts'
import type { Machine } from './machine.ts'

export type CommandClass<Result> = Parameters<typeof runCommand<Result>>[0]

/**
 * Runs a command in this process, in the folders, over the network and with the secrets that its program would have on the machine: to start a program costs ten times what
 * the command does. Answers with its document; throws where it fails.
 */
export async function runHere<Result>(
  { dir, home }: Machine,
  cwd: string,
  Class: CommandClass<Result>,
  argv: readonly string[],
): Promise<Result> {
  const env = { PATH: process.env['PATH'], HOME: dir, SVCAPP_HOME: home }
  const paths = statePaths({ env, dataDir: home })
  const now = () => new Date()
  const tools = { env, paths, now, nodePath: process.execPath, platform: process.platform, notice: () => {} }
  const context = contextIn(dir, {
    env,
    cwd,
    paths,
    now,
    sleep: async (ms, signal) => setTimeout(ms, undefined, signal === undefined ? {} : { signal }),
    send: nodeSend,
    credentials: async ({ isEmulator }) => openCredentials({ ...tools, isEmulator }),
  })
  const { result, error, stderr } = await runCommand(Class, argv, context)
  if (result === undefined) throw new Error(`${Class.name} ${argv.join(' ')} failed: ${stderr}`, { cause: error })
  return result
}
