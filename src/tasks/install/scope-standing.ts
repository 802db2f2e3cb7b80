import { endpoints } from '../../catalog/catalog.ts'
import { scopeFacts, type Scope } from '../../catalog/scopes.ts'
import { topicNames, topics } from '../../catalog/topics.ts'
import type { Context } from '../../context.ts'
import { nullFor } from '../../errors.ts'
import type { Project } from '../../project/app-toml.ts'
import type { Install } from '../../project/installs.ts'
import type { ShownScope } from '../../views/scopes.ts'
import { findKnownInstall } from '../meant/known-installs.ts'

/** Which scopes this project asks for and its current install holds; null where there is none. */
export interface ScopeSources {
  readonly project: Project | null
  /** The install that commands mean now; null without one, or where one would have to be named. */
  readonly install: Install | null
}

export interface ScopeRequest {
  readonly loadProject: () => Promise<Project>
  readonly targetName: string
  readonly store: string | undefined
  readonly region: string | undefined
}

/**
 * The project of the current folder and its install on record, where they exist: scopes can be looked up without either. An install that was named must
 * exist. Raises `project.*` for an app.toml that is no TOML, and with `store` or `region` for one that is wrong, `install.unknown`, `store.*` and `pin.*`.
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

/** Somebody whose list of scopes is wrong looks here for the right ones. */
const unreadable = ['project.not-found', 'project.invalid'] as const

/** No install, or several without a current one: then no particular one is meant. */
const undecided = ['install.unknown', 'usage.missing', 'pin.missing', 'emulator.not-running'] as const

/** A scope with everything that needs it, and whether project and install have it. */
export function scopeStanding(scope: Scope, { project, install }: ScopeSources): ShownScope {
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
