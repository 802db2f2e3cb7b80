import { endpoints } from '../../catalog/catalog.ts'
import { scopeFacts, type Scope } from '../../catalog/scopes.ts'
import { topicNames, topics } from '../../catalog/topics.ts'
import type { Context } from '../../context.ts'
import { nullFor } from '../../errors.ts'
import type { Project } from '../../project/app-toml.ts'
import type { Install } from '../../project/installs.ts'
import type { ShownScope } from '../../views/scopes.ts'
import { findKnownInstall } from '../selection/known-installs.ts'

/** The scopes that this project requests and its current install has. Null without a project or an install. */
export interface ScopeSources {
  readonly project: Project | null
  /** The selected install, or null without one or if several are possible. */
  readonly install: Install | null
}

export interface ScopeRequest {
  readonly loadProject: () => Promise<Project>
  readonly targetName: string
  readonly store: string | undefined
  readonly region: string | undefined
}

/**
 * Returns the current folder's project and its saved install, if they exist. Scope lookups need neither. A requested install must exist. Raises
 * `project.*` for an app.toml that is not TOML, and with `store` or `region` for an invalid one, `install.unknown`, `store.*` and `pin.*`.
 */
export async function findScopeSources(context: Context, request: ScopeRequest): Promise<ScopeSources> {
  const { loadProject, targetName, store, region } = request
  const isNamed = store !== undefined || region !== undefined
  const project = await loadProject().catch(nullFor(...(isNamed ? [] : unreadable)))
  if (project === null) return { project: null, install: null }
  const find = async () => findKnownInstall(context, { project, targetName, store, region })
  const install = await find().catch(nullFor(...(isNamed ? [] : undecided)))
  return { project, install }
}

/** A user whose list of scopes is wrong looks up the right ones with this command. */
const unreadable = ['project.not-found', 'project.invalid'] as const

/** No install, or several without a current one. Then no install is selected. */
const undecided = ['install.unknown', 'usage.missing', 'pin.missing', 'emulator.not-running'] as const

/** Returns a scope with everything that needs it, and whether project and install have it. */
export function scopeStatus(scope: Scope, { project, install }: ScopeSources): ShownScope {
  const { grants, announced, notShown } = scopeFacts(scope)
  return {
    scope,
    grants,
    state: announced === true ? 'announced' : notShown === true ? 'undocumented' : 'available',
    endpoints: endpoints
      .filter((endpoint) => endpoint.scope === scope)
      .map(({ id, method, path }) => ({ id, method, path })),
    topics: topicNames.filter((topic) => topics[topic].scope === scope),
    requested: project === null ? null : requestedBy(project.config.scopes, scope),
    granted: install === null ? null : install.scopes.includes(scope),
    install:
      install === null ? null : { storeId: install.storeId, storeCode: install.storeCode, regionId: install.regionId },
  }
}

type Requested = NonNullable<ScopeSources['project']>['config']['scopes']

function requestedBy({ required, optional }: Requested, scope: string): 'required' | 'optional' | 'no' {
  if (required.includes(scope)) return 'required'
  return optional.includes(scope) ? 'optional' : 'no'
}
