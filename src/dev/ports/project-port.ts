import type { Project } from '../../project/app-toml.ts'
import { runningSession, type SessionFacts } from '../lock.ts'
import { readPortNote } from './port-note.ts'
import { followPort } from './redirect-address.ts'

/** Returns the project with another port than in app.toml. Its URLs on this machine use that port, too. */
export function atPort(project: Project, port: number): Project {
  const { config } = project
  if (config.dev.port === port) return project
  const { manifest } = config
  const appUrl = manifest?.appUrl?.replace(
    new RegExp(`^(http://[^/?#:]*):${config.dev.port}(?=[/?#]|$)`, 'i'),
    `$1:${port}`,
  )
  const moved = manifest === null || appUrl === undefined ? manifest : { ...manifest, appUrl }
  return { ...project, config: { ...config, manifest: moved, dev: { ...config.dev, port } } }
}

/** Returns the project as its running `app dev` uses it, for commands in other terminals, or as in app.toml if none runs. */
export function asItRuns(project: Project, paths: SessionFacts['paths']): Project {
  const place = { paths, dir: project.dir }
  const run = runningSession(place)
  if (run === null) return project
  const { port } = project.config.dev
  const app = readPortNote(place)?.ports.app
  const chosen = app?.preferred === port ? app.got : port
  // With --no-watch or a rejected change, the app's port differs from a later app.toml.
  const used = atPort(project, Number(URL.parse(run.ready?.app ?? '')?.port || chosen))
  // A changed dev.port does not change redirect_uris[0], but the session on the emulator does.
  const isFollowed = run.target === 'emulator' || (run.target === null && used !== project)
  return isFollowed ? followPort(used).project : used
}
