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

/** As much of a session as following takes. */
export interface RedirectStage {
  readonly emit: (notice: { readonly event: 'notice'; readonly text: string }) => void
  readonly useProject: (project: Project) => void
}

/** On the emulator the redirect address follows the app's port. Each new address is reported once; `isTold` if the notice of a moved port reported it. */
export function redirectFollower({
  emit,
  useProject,
}: RedirectStage): (next: Project, known?: { isTold: boolean }) => void {
  let told: string | null = null
  return (next, { isTold } = { isTold: false }) => {
    const { project, moved } = followPort(next)
    useProject(project)
    if (moved === null || moved.to === told) return
    told = moved.to
    if (isTold) return
    const text = `redirect_uris[0] in app.toml (${moved.from}) has a different port from the app. The emulator uses ${moved.to} while this runs.`
    emit({ event: 'notice', text })
  }
}
