import { TOKEN_ELSEWHERE, TOKEN_IN_USE } from '../../client/token-elsewhere.ts'
import type { Context } from '../../context.ts'
import { isEmulatorKey } from '../../credentials/credentials.ts'
import { environmentValue } from '../../credentials/env.ts'
import { AppError } from '../../errors.ts'
import type { InstallKey } from '../../project/installs.ts'

/**
 * Returns the token of an install. The environment's token has precedence unless the stored one is requested,
 * because the environment's may be of any install. Raises `install.no-token` and `credentials.*`.
 */
export async function requireToken(
  context: Context,
  install: InstallKey,
  from: 'get' | 'stored' = 'get',
): Promise<string> {
  const { identity, appKey, storeId, regionId } = install
  const credentials = await context.credentials({ isEmulator: isEmulatorKey(install) })
  const token = await credentials[from]({ identity, appKey, kind: 'token', storeId, regionId })
  if (token !== null) return token
  const isGiven = environmentValue(context.env, { identity, kind: 'token' }) !== null
  throw new AppError('install.no-token', 'The install is on record, but its token is not stored.', {
    suggestions: isGiven
      ? [TOKEN_IN_USE]
      : isEmulatorKey(install)
        ? [
            'Install again to replace a lost token: press `i` in `app dev`, or run `app install`.',
            'Or set the token as SVCAPP_TOKEN.',
          ]
        : [TOKEN_ELSEWHERE, 'Otherwise, install again, which revokes the current token: `app install --target live`.'],
  })
}
