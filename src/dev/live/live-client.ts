import type { ClientTools } from '../../client/client.ts'
import { createLimiter } from '../../client/limiter.ts'
import type { Credentials } from '../../credentials/credentials.ts'
import type { Install } from '../../project/installs.ts'
import type { Target } from '../../project/targets.ts'
import type { DevContext } from '../context.ts'

export interface LiveToken {
  readonly target: Target
  readonly token: string
}

/** Calls the platform with a token, within the token's budget. */
export async function withTools<T>(
  { tools, signal }: DevContext,
  { target, token }: LiveToken,
  act: (tools: Omit<ClientTools, 'install'>) => Promise<T>,
): Promise<T> {
  const { now, sleep, send, paths } = tools
  const limiter = createLimiter({ path: paths.limiterDb, now, sleep, signal })
  const times = { now, sleep, signal, random: () => 0 }
  try {
    return await act({ send, baseUrl: target.baseUrl, token, requestedScopes: null, limiter, ...times })
  } finally {
    limiter.close()
  }
}

/** Returns the token of an install, or null if it is not stored here or cannot be read. */
export async function tokenOf(credentials: Credentials, install: Install): Promise<string | null> {
  return credentials.get(tokenKey(install)).catch(() => null)
}

/** Returns the credential key of an install's token. */
export function tokenKey({ identity, appKey, storeId, regionId }: Install) {
  return { identity, appKey, kind: 'token', storeId, regionId } as const
}
