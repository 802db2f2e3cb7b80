import { realpathSync } from 'node:fs'

import { describeHolder, findPortHolder, type PortHolder } from '../../processes/port-holder.ts'
import { loadProject, type Project } from '../../project/app-toml.ts'
import { folderRegistrations } from '../../project/toml/registration-files.ts'
import { escapeCell } from '../../text/escape.ts'
import { runningSession, type SessionFacts } from '../lock.ts'

/** `node src/server.ts (pid 123) in /home/me/loyalty, app.acme.loyalty`, or null where the system does not say. */
export function portHolder(port: number): string | null {
  const holder = findPortHolder(port)
  return holder === null ? null : holderWords(holder)
}

/** The same for a holder that is known. */
export function holderWords(holder: PortHolder): string {
  return describe(holder, projectOf(holder)?.config.key ?? null)
}

/**
 * Who listens on a port from the folder of another project, or as the app of another registration of this one, in the same words. Null
 * for nobody, for a process of this registration or of no project, and where the system does not say.
 */
export function otherProjectAt(port: number, place: SessionFacts): string | null {
  const holder = findPortHolder(port)
  const project = holder === null ? null : projectOf(holder)
  if (holder === null || project === null) return null
  const isOwn = realpathSync(project.dir) === realpathSync(place.dir)
  const key = isOwn ? otherKeyAt(port, place) : project.config.key
  return key === null ? null : describe(holder, key)
}

/** The key of another registration of the folder whose `app dev` runs the app on a port. */
function otherKeyAt(port: number, { paths, dir }: SessionFacts): string | null {
  const others = folderRegistrations(dir).filter(({ config }) => config !== paths.registration)
  const runs = others.map(({ config }) => runningSession({ paths: { ...paths, registration: config }, dir }))
  return runs.find((run) => URL.parse(run?.ready?.app ?? '')?.port === String(port))?.appKey ?? null
}

function describe(holder: PortHolder, key: string | null): string {
  return escapeCell(`${describeHolder(holder)}${key === null ? '' : `, ${key}`}`)
}

/** The project in whose folder it runs; null for a folder without one that can be read. */
export function projectOf({ folder }: PortHolder): Project | null {
  try {
    return folder === null ? null : loadProject({ cwd: folder })
  } catch {
    return null
  }
}
