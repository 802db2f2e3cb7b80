import { context } from '../../catalog/resources/context.ts'
import { createClient, type ClientTools } from '../../client/client.ts'
import { mergeRegions, requireContext } from '../../install/context-facts.ts'
import type { AppIdentity, Install } from '../../project/installs.ts'

/**
 * The install behind a token that no record here knows, as the platform tells it: a token is opaque and is not taken apart (TOK-007, TOK-008). Raises
 * what GET context raises, and `api.bad-answer`.
 */
export async function learnInstall(
  tools: Omit<ClientTools, 'install'>,
  { app, now }: { app: AppIdentity; now: Date },
): Promise<Install> {
  const unknown = { installScope: 'store', regionId: null, regions: [], scopes: [] } as const
  const body = requireContext((await createClient({ ...tools, install: unknown }).call(context.get)).body)
  const isRegional = body.installScope === 'region'
  return {
    ...app,
    storeId: body.store.id,
    storeCode: body.store.code,
    regionId: isRegional ? (body.regions[0]?.id ?? null) : null,
    storeName: '',
    storeDomain: '',
    installScope: body.installScope,
    scopes: body.scopes,
    regions: mergeRegions(null, body.regions),
    installedAt: now.toISOString(),
  }
}
