import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { LONGEST_ALLOWANCE_MS, allowLive, requireLive } from '../../project/live/live-lock.ts'
import type { Target } from '../../project/targets.ts'

/**
 * Lets writes go to the live platform for `ms`, after a person has typed its host. Raises `live.locked` where the level is off, an agent asks or nobody is at a
 * terminal, `usage.invalid` for a length that is too long, and `cli.interrupted` when something else is typed.
 */
export async function allowWrites(context: Context, target: Target, ms: number): Promise<void> {
  if (ms <= 0) throw new AppError('usage.invalid', '--for must be longer than 0s.')
  if (ms > LONGEST_ALLOWANCE_MS) throw new AppError('usage.invalid', 'Writes are allowed for at most 12h at a time.')
  await requireLive(context, target, 'read')
  const { terminal, now } = context
  const { host } = target.baseUrl
  const agent = await context.agent()
  if (agent !== null) throw personNeeded(`${agent} runs this, and only a person allows live writes.`)
  if (!terminal.isInteractive)
    throw personNeeded('Live writes are allowed by a person at a terminal, and there is none.')
  const typed = await terminal.ask.input({
    message: `Every command on this machine, coding agents included, may then write to the live platform as ${target.appKey}.\nType ${host} to allow it`,
  })
  if (typed.trim() !== host) throw new AppError('cli.interrupted', 'That is another host; nothing is allowed.')
  allowLive(context, target, new Date(now().getTime() + ms))
}

function personNeeded(message: string): AppError {
  return new AppError('live.locked', message, {
    suggestions: ['Run it yourself, in a terminal of your own: `app live allow --for 10m`.'],
  })
}
