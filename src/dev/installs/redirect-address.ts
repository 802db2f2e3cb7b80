import type { Project } from '../../project/app-toml.ts'
import { isPlainLoopback } from '../../protocol/web-address.ts'

export interface Moved {
  readonly from: string
  readonly to: string
}

export interface Followed {
  readonly project: Project
  /** Null where nothing had to move. */
  readonly moved: Moved | null
}

/**
 * The project with its redirect address at the port that the app listens on. Only an address of this machine moves: with another port there, the code of an
 * install goes to the process that listens there.
 */
export function followPort(project: Project): Followed {
  const { config } = project
  const [from = '', ...others] = config.redirectUris
  // Compared to the letter by the platform: nothing but the port is changed.
  const to = from.replace(/^(http:\/\/(?:\[::1\]|[^/?#:]*))(?::\d+)?/i, `$1:${config.dev.port}`)
  if (!isPlainLoopback(from) || from === to || URL.parse(from)?.href === URL.parse(to)?.href) {
    return { project, moved: null }
  }
  return { project: { ...project, config: { ...config, redirectUris: [to, ...others] } }, moved: { from, to } }
}
