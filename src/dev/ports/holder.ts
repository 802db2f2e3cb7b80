import { realpathSync } from 'node:fs'

import { describeHolder, findPortHolder, type PortHolder } from '../../processes/port-holder.ts'
import { loadProject, type Project } from '../../project/app-toml.ts'
import { escapeCell } from '../../text/escape.ts'

/** `node src/server.ts (pid 123) in /home/me/loyalty, app.acme.loyalty`, or null where the system does not say. */
export function portHolder(port: number): string | null {
  const holder = findPortHolder(port)
  return holder === null ? null : holderWords(holder)
}

/** The same for a holder that is known. */
export function holderWords(holder: PortHolder): string {
  return describe(holder, projectOf(holder))
}

/**
 * Who listens on a port from the folder of another project, in the same words. Null for nobody, for a process of this project or of no project, and where the
 * system does not say.
 */
export function otherProjectAt(port: number, { dir }: Pick<Project, 'dir'>): string | null {
  const holder = findPortHolder(port)
  const project = holder === null ? null : projectOf(holder)
  if (holder === null || project === null) return null
  return realpathSync(project.dir) === realpathSync(dir) ? null : describe(holder, project)
}

function describe(holder: PortHolder, project: Project | null): string {
  return escapeCell(`${describeHolder(holder)}${project === null ? '' : `, ${project.config.key}`}`)
}

/** The project in whose folder it runs; null for a folder without one that can be read. */
export function projectOf({ folder }: PortHolder): Project | null {
  try {
    return folder === null ? null : loadProject({ cwd: folder })
  } catch {
    return null
  }
}
