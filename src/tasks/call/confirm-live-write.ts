import type { EndpointFacts } from '../../catalog/endpoint.ts'
import { AppError } from '../../errors.ts'
import type { Target } from '../../project/targets.ts'
import type { Terminal } from '../../terminal/terminal.ts'

export interface LiveWrite {
  readonly target: Target
  readonly endpoint: Pick<EndpointFacts, 'method' | 'id'>
  /** `--yes`. */
  readonly isAgreed: boolean
}

/** Asks before anything is written to the live platform. Raises `usage.missing` when there is nobody to ask, `cli.interrupted` on a no. */
export async function confirmLiveWrite(terminal: Terminal, { target, endpoint, isAgreed }: LiveWrite): Promise<void> {
  if (target.name === 'emulator' || endpoint.method === 'GET' || isAgreed) return
  const message = `This writes to the live platform at ${target.baseUrl.host} (${endpoint.id}). Go on?`
  if (await terminal.ask.confirm({ message, flag: '--yes', default: false })) return
  throw new AppError('cli.interrupted', 'Nothing was sent.')
}
