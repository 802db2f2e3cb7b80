import { realpathSync } from 'node:fs'

import { describeHolder, findPortHolder, type PortHolder } from '../../processes/port-holder.ts'
import { loadProject, type Project } from '../../project/app-toml.ts'
import { folderRegistrations } from '../../project/toml/registration-files.ts'
import { escapeCell } from '../../text/escape.ts'
import { runningSession, type SessionFacts } from '../lock.ts'

/** Returns `node src/server.ts (pid 123) in /home/me/loyalty, app.acme.loyalty`, or null if the system does not report it. */
export function portHolder(port: number): string | null {
  const holder = findPortHolder(port)
  return holder === null ? null : holderWords(holder)
}

/** Formats a known holder in the same way. */
export function holderWords(holder: PortHolder): string {
  return describe(holder, projectOf(holder)?.config.key ?? null)
}

/**
 * Returns the same text for a listener in another project's folder, or for the app of another registration of this one.
 * Null if no process listens, for this registration, without a project, and if the system does not report it.
 */
export function otherProjectAt(port: number, place: SessionFacts): string | null {
  const holder = findPortHolder(port)
  const project = holder === null ? null : projectOf(holder)
  if (holder === null || project === null) return null
  const isOwn = realpathSync(project.dir) === realpathSync(place.dir)
  const key = isOwn ? otherKeyAt(port, place) : project.config.key
  return key === null ? null : describe(holder, key)
}

/** Returns the key of another registration of the folder whose `app dev` runs the app on a port. */
function otherKeyAt(port: number, { paths, dir }: SessionFacts): string | null {
  const others = folderRegistrations(dir).filter(({ config }) => config !== paths.registration)
  const runs = others.map(({ config }) => runningSession({ paths: { ...paths, registration: config }, dir }))
  return runs.find((run) => URL.parse(run?.ready?.app ?? '')?.port === String(port))?.appKey ?? null
}

function describe(holder: PortHolder, key: string | null): string {
  return escapeCell(`${describeHolder(holder)}${key === null ? '' : `, ${key}`}`)
}

/** Returns the project in the holder's folder, or null if it has none that can be read. */
export function projectOf({ folder }: PortHolder): Project | null {
  try {
    return folder === null ? null : loadProject({ cwd: folder })
  } catch {
    return null
  }
}
