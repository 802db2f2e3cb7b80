import type { Send } from '../../http/wire.ts'
import type { Project } from '../../project/app-toml.ts'
import type { StatePaths } from '../../project/paths.ts'
import type { Target } from '../../project/targets.ts'
import { runningSession } from '../lock.ts'
import { findSession, type SessionNote } from '../notes/session-note.ts'
import { readPutBack } from './put-back.ts'

export interface GatewayAddress {
  /** As it is registered: of the tunnel where there is one. */
  readonly url: string
  /** What runs. */
  readonly command: SessionNote['command']
}

export interface AddressTools {
  readonly paths: StatePaths
  readonly send: Send
  readonly interrupted: AbortSignal
}

/**
 * The webhook address that `app dev` or `app webhook listen` of this project has registered for its gateway; null while neither runs for the target. What a killed one
 * has left is not taken for one. Never raises.
 */
export async function gatewayAddress(
  tools: AddressTools,
  { project, target }: { readonly project: Project; readonly target: Pick<Target, 'name' | 'identity'> },
): Promise<GatewayAddress | null> {
  const { paths } = tools
  const { dir, config } = project
  const left = readPutBack({ paths, identity: target.identity, appKey: config.key })
  if (left === null) return null
  const session = await findSession(tools, { paths, appKey: config.key, dir })
  if (session !== null) return session.target === target.name ? { url: left.ours, command: session.command } : null
  // One that starts has registered the address before it notes the rest.
  const starting = runningSession({ paths, dir })
  const isMeant = starting !== null && (starting.target ?? target.name) === target.name
  return isMeant ? { url: left.ours, command: 'app dev' } : null
}
