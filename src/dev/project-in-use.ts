import { reloadProject, type Project } from '../project/app-toml.ts'
import { atPort } from './ports/project-port.ts'
import { changedParts } from './watch/changed-parts.ts'

/** app.toml read again. */
export interface ProjectRead {
  /** At the port that the app has here. */
  readonly project: Project
  /** The keys of the file whose values differ from those accepted last; a port that moved here is not a change. */
  readonly changed: readonly string[]
  /** Called when everything follows it: the next reading is compared with this one. */
  readonly accept: () => void
}

export interface ProjectInUse {
  /** As this session runs it: its ports and addresses may be others than those of the file. */
  readonly now: () => Project
  /** From now on this is the project. */
  readonly use: (project: Project) => void
  /** Raises `project.*`. */
  readonly read: () => ProjectRead
}

/** The project of a session, begun with app.toml as it stands. */
export function openProjectInUse(begun: Project): ProjectInUse {
  const preferred = begun.config.dev.port
  let written = begun
  let project = begun
  let appPort = preferred
  return {
    now: () => project,
    use: (next) => {
      project = next
      appPort = next.config.dev.port
    },
    read: () => {
      const next = reloadProject(begun)
      return {
        project: next.config.dev.port === preferred ? atPort(next, appPort) : next,
        changed: changedParts(written.config, next.config),
        accept: () => void (written = next),
      }
    },
  }
}
