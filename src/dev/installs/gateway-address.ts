import type { Context } from '../../context.ts'
import type { Project } from '../../project/app-toml.ts'
import type { Target } from '../../project/targets.ts'
import { runningSession } from '../lock.ts'
import { findSession, type SessionNote } from '../notes/session-note.ts'
import { readEarlierUrl } from './earlier-webhook-url.ts'

export interface GatewayAddress {
  /** As registered: the tunnel's URL if there is a tunnel. */
  readonly url: string
  /** The running command. */
  readonly command: SessionNote['command']
}

/**
 * Returns the webhook URL that this project's `app dev` or `app webhook listen` has registered for
 * its gateway. Null if neither runs for the target. Ignores notes of killed sessions. Never throws.
 */
export async function gatewayAddress(
  tools: Pick<Context, 'paths' | 'send' | 'interrupted'>,
  { project, target }: { readonly project: Project; readonly target: Pick<Target, 'name' | 'identity'> },
): Promise<GatewayAddress | null> {
  const { paths } = tools
  const { dir, config } = project
  const left = readEarlierUrl({ paths, identity: target.identity, appKey: config.key })
  if (left === null) return null
  const session = await findSession(tools, { paths, appKey: config.key, dir })
  if (session !== null) return session.target === target.name ? { url: left.ours, command: session.command } : null
  // A starting session registers its URL before it writes the rest of its note.
  const starting = runningSession({ paths, dir })
  const isMeant = starting !== null && (starting.target ?? target.name) === target.name
  return isMeant ? { url: left.ours, command: 'app dev' } : null
}
