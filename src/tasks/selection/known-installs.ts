import { TOKEN_IN_USE } from '../../client/token-elsewhere.ts'
import type { Context } from '../../context.ts'
import { readRunFile } from '../../control/run-file.ts'
import { environmentValue } from '../../credentials/env.ts'
import { AppError } from '../../errors.ts'
import type { Project } from '../../project/app-toml.ts'
import { withInstalls, type Install } from '../../project/installs.ts'
import { findRegion } from '../../selection/region.ts'
import { chooseInstall, elsewhereNote, notInstalled } from './choose-install.ts'
import type { IsCurrent } from './current-installs.ts'

export interface InstallQuery {
  readonly project: Project
  readonly targetName: string
  readonly store: string | undefined
  readonly region: string | undefined
  /** See `InstallChoice`. */
  readonly removal?: string | undefined
  /** See `InstallChoice`. */
  readonly isCurrent?: IsCurrent | undefined
}

/**
 * Returns the selected saved install without a request to the target, so that stored data can be shown and
 * deleted while the emulator is stopped. Raises `install.unknown`, `usage.missing` and `pin.*`.
 */
export function findKnownInstall(context: Context, query: InstallQuery): Install {
  const { project, targetName, store, region, removal, isCurrent } = query
  const appKey = project.config.key
  return withInstalls(context.paths, (installs) => {
    const own = installs.listAll().filter((one) => one.appKey === appKey)
    const identity = identityOf(own, { context, project, targetName })
    const app = { identity, appKey }
    const known = installs.list(app)
    const given = environmentValue(context.env, { identity, kind: 'token' })
    if (known.length === 0 && given !== null) throw notInstalled(appKey, [TOKEN_IN_USE])
    const current = installs.current(app)
    const install = inRegion(
      chooseInstall({ installs: known, current, store, region, appKey, targetName, removal, isCurrent }),
      region,
    )
    const note = elsewhereNote(install, { current, store })
    if (note !== null) context.terminal.note(note)
    return install
  })
}

/** Rejects a region other than that of the only install. Other commands rely on the platform's response for this. */
function inRegion(install: Install, region: string | undefined): Install {
  const { regions, regionId } = install
  if (region === undefined) return install
  const own = regionId === null ? regions : regions.filter(({ id }) => id === regionId)
  if (regionId === null || own.length > 0) findRegion(own, region, regionId === null ? 'store' : 'installs')
  return install
}

function identityOf(
  own: readonly Install[],
  query: { context: Context; project: Project; targetName: string },
): string {
  const { context, project, targetName } = query
  if (targetName === 'live') return URL.parse(project.config.live?.baseUrl ?? '')?.origin ?? ''
  const running = readRunFile(context.paths)
  if (running !== null) return `emulator:${running.id}`
  const identities = [...new Set(own.map(({ identity }) => identity).filter((one) => one.startsWith('emulator:')))]
  const [identity = '', ...others] = identities
  if (others.length === 0) return identity
  throw new AppError(
    'emulator.not-running',
    'Installs on several emulators are on record, but no emulator is running.',
    {
      suggestions: ['app emulator start'],
    },
  )
}
