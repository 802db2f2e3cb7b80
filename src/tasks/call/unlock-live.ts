import type { EndpointFacts } from '../../catalog/endpoint.ts'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { requireLive } from '../../project/live/live-lock.ts'
import type { Target } from '../../project/targets.ts'

export interface LiveCall {
  readonly target: Target
  readonly endpoint: Pick<EndpointFacts, 'method' | 'id'>
  /** `--yes`. */
  readonly isAgreed: boolean
}

/** Asks the user to allow a write if necessary. Raises `usage.missing` if no user can be asked, `cli.interrupted` if the user declines. */
export type ConfirmWrite = () => Promise<void>

/** Checks whether the call may go to the live platform, before anything is opened. Returns the confirmation to run before sending. Raises `live.locked`. */
export async function unlockLive(context: Context, { target, endpoint, isAgreed }: LiveCall): Promise<ConfirmWrite> {
  const verdict = await requireLive(context, target, endpoint.method === 'GET' ? 'read' : 'write')
  if (verdict === 'open' || isAgreed) return async () => {}
  return async () => {
    const message = `This writes to the live platform at ${target.baseUrl.host} as ${target.appKey} (${endpoint.id}). Continue?`
    if (await context.terminal.ask.confirm({ message, flag: '--yes', default: false })) return
    throw new AppError('cli.interrupted', 'Nothing was sent.')
  }
}
