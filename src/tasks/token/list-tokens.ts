import type { Context } from '../../context.ts'
import { isEmulatorKey, type CredentialRow } from '../../credentials/credentials.ts'
import { withInstalls, type Install } from '../../project/installs.ts'
import type { Target } from '../../project/targets.ts'
import type { TokenRow } from '../../views/tokens.ts'

/**
 * Lists every saved install with its token's storage location, and every token without an install, of all apps, and of
 * all targets unless one is given. A token of the environment is for any install. Opens no keychain.
 */
export async function listTokens(context: Context, named: Target['name'] | undefined): Promise<TokenRow[]> {
  const credentials = await context.credentials({ isEmulator: true })
  const stored = (await credentials.list()).filter(({ kind }) => kind === 'token')
  return withInstalls(context.paths, (installs) => {
    const known = installs.listAll()
    const strays = stored.filter((row) => row.identity !== null && !known.some((install) => belongsTo(row, install)))
    const environment = stored.filter((row) => row.identity === null)
    const keptOf = (install: Install) => stored.find((row) => belongsTo(row, install))
    const rows = [
      ...environment.map(strayRow),
      ...known.map((install) => installRow(install, keptOf(install))),
      ...strays.map(strayRow),
    ]
    return rows.filter(({ target }) => named === undefined || target === null || targetName(target) === named)
  })
}

function targetName(identity: string): Target['name'] {
  return isEmulatorKey({ identity }) ? 'emulator' : 'live'
}

function belongsTo(row: CredentialRow, install: Install): boolean {
  const { identity, appKey, storeId, regionId } = install
  return row.identity === identity && row.appKey === appKey && row.storeId === storeId && row.regionId === regionId
}

function installRow(install: Install, kept: CredentialRow | undefined): TokenRow {
  const { identity: target, appKey, storeId, storeCode, regionId, installScope, installedAt } = install
  const regionCode = install.regions.find(({ id }) => id === regionId)?.code ?? null
  const { backend = null, where = null } = kept ?? {}
  return { target, appKey, storeId, storeCode, regionId, regionCode, installScope, installedAt, backend, where }
}

/** Creates the row of a token without a saved install: from the environment, or its record was deleted. */
function strayRow({ identity: target, appKey, storeId, regionId, backend, where }: CredentialRow): TokenRow {
  const unknown = { storeCode: null, regionCode: null, installScope: null, installedAt: null }
  return { target, appKey, storeId, regionId, ...unknown, backend, where }
}
