import { mergeRegions, type InstallationContext } from '../../install/context-facts.ts'
import { withInstalls, type Install } from '../../project/installs.ts'
import type { StatePaths } from '../../project/paths.ts'

/** Brings an install on record up to date: its store's code, regions and scopes. Nothing is written where the context is of another store. */
export function rememberContext(
  paths: Pick<StatePaths, 'stateDb'>,
  { install, seen }: { install: Install; seen: InstallationContext },
): void {
  if (seen.store.id !== install.storeId) return
  withInstalls(paths, (installs) => {
    if (installs.find(install) === null) return
    const exchanged = install.regions.map((region) => ({ ...region, domain: region.domain ?? null }))
    const { store, scopes, regions } = seen
    installs.put({ ...install, storeCode: store.code, scopes, regions: mergeRegions(exchanged, regions) })
  })
}
