import type { ClientTools } from '../../client/client.ts'
import { readContext, type InstallationContext } from '../../client/installation-context.ts'
import { withContext } from '../../install/record.ts'
import { updateInstall, type AppIdentity, type Install } from '../../project/installs.ts'
import type { StatePaths } from '../../project/paths.ts'

/** The install behind a token that no record here knows, as the platform describes it. Raises what GET context raises, and `api.bad-answer`. */
export async function learnInstall(tools: Omit<ClientTools, 'install'>, app: AppIdentity, now: Date): Promise<Install> {
  const seen = await readContext(tools)
  const { installScope, regions, scopes } = seen
  const unknown: Install = {
    ...app,
    storeId: seen.store.id,
    storeCode: null,
    regionId: installScope === 'region' ? (regions[0]?.id ?? null) : null,
    storeName: '',
    storeDomain: '',
    installScope,
    scopes,
    regions: [],
    installedAt: now.toISOString(),
  }
  return withContext(unknown, seen)
}

/** Brings an install on record up to date. Nothing is written where the context is of another store. */
export function rememberContext(paths: Pick<StatePaths, 'stateDb'>, install: Install, seen: InstallationContext): void {
  if (seen.store.id === install.storeId) updateInstall(paths, withContext(install, seen))
}
