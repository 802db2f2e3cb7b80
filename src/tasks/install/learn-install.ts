import type { ClientTools } from '../../client/client.ts'
import { readContext, type InstallationContext } from '../../client/installation-context.ts'
import { variableOf } from '../../credentials/env.ts'
import { AppError } from '../../errors.ts'
import { withContext } from '../../install/record.ts'
import { updateInstall, type AppIdentity, type Install } from '../../project/installs.ts'
import type { StatePaths } from '../../project/paths.ts'
import { escapeCell } from '../../text/escape.ts'

/**
 * Asks the platform for the install of a token from the environment. Raises the errors of GET context,
 * `api.bad-response`, and `install.unknown` for another app's token, whose calls would change that app's data.
 */
export async function learnInstall(tools: Omit<ClientTools, 'install'>, app: AppIdentity, now: Date): Promise<Install> {
  const context = await readContext(tools)
  const { installScope, regions, scopes } = context
  if (context.appKey.toLowerCase() !== app.appKey.toLowerCase()) throw ofAnotherApp(context.appKey, app)
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

function ofAnotherApp(other: string, { appKey }: AppIdentity): AppError {
  const name = escapeCell(other).slice(0, 100)
  const variable = variableOf('token')
  return new AppError('install.unknown', `${variable} is a token for ${name}, but this project's app is ${appKey}.`, {
    suggestions: [`Set ${variable} to a token for ${appKey}, or use the project of ${name}.`],
  })
}

/** Updates a saved install, unless the context belongs to another store. */
export function rememberContext(
  paths: Pick<StatePaths, 'stateDb'>,
  install: Install,
  context: InstallationContext,
): void {
  if (context.store.id === install.storeId) updateInstall(paths, withContext(install, context))
}
