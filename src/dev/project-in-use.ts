import { reloadProject, type Project } from '../project/app-toml.ts'
import { atPort } from './ports/project-port.ts'
import { changedParts } from './watch/changed-parts.ts'

/** app.toml after a reload. */
export interface ProjectRead {
  /** With the app's port of this session. */
  readonly project: Project
  /** Keys whose values differ from the last accepted ones. A port that the session moved is not a change. */
  readonly changed: readonly string[]
  /** Called when the session uses these values. The next reload is compared with them. */
  readonly accept: () => void
}

export interface ProjectInUse {
  /** Returns the project of this session. Its ports and URLs may differ from app.toml. */
  readonly now: () => Project
  /** Replaces the project. */
  readonly use: (project: Project) => void
  /** Returns the last accepted app.toml. */
  readonly accepted: () => Project
  /** Moves the app from the port in the accepted app.toml. Returns the project to use. */
  readonly moveTo: (port: number) => Project
  /** Reads app.toml again. Raises `project.*`. */
  readonly read: () => ProjectRead
}

/** Creates the project of a session from the initial app.toml. */
export function openProjectInUse(begun: Project): ProjectInUse {
  let written = begun
  let project = begun
  let moved = { preferred: begun.config.dev.port, got: begun.config.dev.port }
  return {
    now: () => project,
    use: (next) => void (project = next),
    accepted: () => written,
    moveTo: (got) => {
      moved = { preferred: written.config.dev.port, got }
      return atPort(written, got)
    },
    read: () => {
      const next = reloadProject(begun)
      return {
        project: next.config.dev.port === moved.preferred ? atPort(next, moved.got) : next,
        changed: changedParts(written.config, next.config),
        accept: () => void (written = next),
      }
    },
  }
}
