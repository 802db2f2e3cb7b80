import type { Project } from '../../project/app-toml.ts'
import { resolveTarget, type Target } from '../../project/targets.ts'

/** Returns the project's live platform regardless of `--target`. Raises `project.live-incomplete`. */
export function liveTargetOf(project: Project): Target {
  return resolveTarget({ project, name: 'live', runFile: null })
}
