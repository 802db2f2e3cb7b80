import type { Project } from '../../project/app-toml.ts'
import { isPlainLoopback } from '../../protocol/web-address.ts'

export interface Moved {
  readonly from: string
  readonly to: string
}

export interface Followed {
  readonly project: Project
  /** Null if nothing changed. */
  readonly moved: Moved | null
}

/**
 * Returns the project with its redirect URI at the app's port. Only a URL on this machine changes:
 * with another port, the code of an install reaches the process that listens there.
 */
export function followPort(project: Project): Followed {
  const { config } = project
  const [from = '', ...others] = config.redirectUris
  // The platform compares URIs exactly, so change only the port.
  const to = from.replace(/^(http:\/\/(?:\[::1\]|[^/?#:]*))(?::\d+)?/i, `$1:${config.dev.port}`)
  if (!isPlainLoopback(from) || from === to || URL.parse(from)?.href === URL.parse(to)?.href) {
    return { project, moved: null }
  }
  return { project: { ...project, config: { ...config, redirectUris: [to, ...others] } }, moved: { from, to } }
}

/** The part of a session that the redirect follower needs. */
export interface RedirectContext {
  readonly emit: (notice: { readonly event: 'notice'; readonly text: string }) => void
  readonly useProject: (project: Project) => void
}

/** Makes the redirect URI follow the app's port on the emulator. Reports each change to another URI. With `isTold` the notice of a moved port has reported it. */
export function redirectFollower({
  emit,
  useProject,
}: RedirectContext): (next: Project, known?: { isTold: boolean }) => void {
  let reported: string | undefined
  return (next, { isTold } = { isTold: false }) => {
    const { project, moved } = followPort(next)
    useProject(project)
    if (moved?.to === reported) return
    reported = moved?.to
    if (moved === null || isTold) return
    const text = `redirect_uris[0] in app.toml (${moved.from}) does not use the app's port. The emulator uses ${moved.to} while \`app dev\` runs.`
    emit({ event: 'notice', text })
  }
}
