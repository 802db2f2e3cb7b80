import type { Project } from '../../project/app-toml.ts'
import { resolveTarget, type Target } from '../../project/targets.ts'

/** The live platform of the project, whatever `--target` says. Raises `project.live-incomplete`. */
export function liveTargetOf(project: Project): Target {
  return resolveTarget({ project, name: 'live', runFile: null })
}
