import type { ClientTools } from '../../client/client.ts'
import { readContext, type InstallationContext } from '../../client/installation-context.ts'
import { withContext } from '../../install/record.ts'
import { updateInstall, type AppIdentity, type Install } from '../../project/installs.ts'
import type { StatePaths } from '../../project/paths.ts'

/** The install behind a token that no record here knows, as the platform describes it. Raises what GET context raises, and `api.bad-answer`. */
export async function learnInstall(tools: Omit<ClientTools, 'install'>, app: AppIdentity, now: Date): Promise<Install> {
  const context = await readContext(tools)
  const { installScope, regions, scopes } = context
  const unknown: Install = {
    ...app,
    storeId: context.store.id,
    storeCode: null,
    regionId: installScope === 'region' ? (regions[0]?.id ?? null) : null,
    storeName: '',
    storeDomain: '',
    installScope,
    scopes,
    regions: [],
    installedAt: now.toISOString(),
  }
  return withContext(unknown, context)
}

/** Brings an install on record up to date. Nothing is written where the context is of another store. */
export function rememberContext(
  paths: Pick<StatePaths, 'stateDb'>,
  install: Install,
  context: InstallationContext,
): void {
  if (context.store.id === install.storeId) updateInstall(paths, withContext(install, context))
}
