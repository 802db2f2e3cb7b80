import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { LONGEST_ALLOWANCE_MS, allowLive, requireLive } from '../../project/live/live-lock.ts'
import type { Target } from '../../project/targets.ts'

/**
 * Allows writes to the live platform for `ms` after the user has typed its host. Raises `live.locked` if the level is off, for an
 * agent and without a terminal, `usage.invalid` if the duration is too long, and `cli.interrupted` for other text.
 */
export async function allowWrites(context: Context, target: Target, ms: number): Promise<void> {
  if (ms <= 0) throw new AppError('usage.invalid', '--for must be longer than 0s.')
  if (ms > LONGEST_ALLOWANCE_MS) throw new AppError('usage.invalid', 'Writes can be allowed for at most 12h.')
  await requireLive(context, target, 'read')
  const { terminal, now } = context
  const { host } = target.baseUrl
  const agent = await context.agent()
  if (agent !== null) throw personNeeded(`${agent} runs this command, but only you can allow live writes.`)
  if (!terminal.isInteractive) throw personNeeded('Live writes must be allowed in an interactive terminal.')
  const typed = await terminal.ask.input({
    message: `Every command on this machine, even one run by a coding agent, can then write to the live platform as ${target.appKey}.\nType ${host} to allow writes`,
  })
  if (typed.trim() !== host)
    throw new AppError('cli.interrupted', 'The host does not match, so writes are not allowed.')
  allowLive(context, target, new Date(now().getTime() + ms))
}

function personNeeded(message: string): AppError {
  return new AppError('live.locked', message, {
    suggestions: ['Run it yourself in a terminal: `app live allow --for 10m`.'],
  })
}
