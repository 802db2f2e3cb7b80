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
  const app = readPortNote(place)?.ports.app
  const isMoved = app !== undefined && app.got !== app.preferred && app.preferred === project.config.dev.port
  // A changed dev.port does not change redirect_uris[0], but the session on the emulator does.
  const { project: followed, moved } = followPort(isMoved ? atPort(project, app.got) : project)
  // This check comes last because it opens a database.
  if (!isMoved && moved === null) return project
  const run = runningSession(place)
  return run !== null && (isMoved || run.target === 'emulator') ? followed : project
}
