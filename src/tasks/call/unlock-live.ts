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

/** Asks a person to agree to a write, where that is needed. Raises `usage.missing` when there is nobody to ask, `cli.interrupted` on a no. */
export type ConfirmWrite = () => Promise<void>

/** Checks that the call may go to the live platform, before anything is opened; returns what to ask before it is sent. Raises `live.locked`. */
export async function unlockLive(context: Context, { target, endpoint, isAgreed }: LiveCall): Promise<ConfirmWrite> {
  const verdict = await requireLive(context, target, endpoint.method === 'GET' ? 'read' : 'write')
  if (verdict === 'open' || isAgreed) return async () => {}
  return async () => {
    const message = `This writes to the live platform at ${target.baseUrl.host} as ${target.appKey} (${endpoint.id}). Continue?`
    if (await context.terminal.ask.confirm({ message, flag: '--yes', default: false })) return
    throw new AppError('cli.interrupted', 'Nothing was sent.')
  }
}
