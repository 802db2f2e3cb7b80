import type { DatabaseSync } from 'node:sqlite'

import { markBroken, type Install } from './installs.ts'
import { PlatformError } from './platform-error.ts'
import type { Access, Platform } from './platform.ts'

export interface BrokenTools {
  readonly db: DatabaseSync
  readonly platform: Pick<Platform, 'isAlive'>
  readonly now: () => Date
  readonly log: (line: string) => void
}

/**
 * After a 401: marks the install as broken and says so loudly, once. With a token for all regions a 401 may be about the region that was named; such a token is
 * tried without one first. Raises nothing.
 */
export async function noteRefusedToken(tools: BrokenTools, install: Install, access: Access): Promise<void> {
  try {
    if (access.pin !== null && (await tools.platform.isAlive({ token: access.token, pin: null }))) return
  } catch (error) {
    // The platform cannot be asked now; the next delivery asks again.
    if (error instanceof PlatformError) return
    throw error
  }
  if (!markBroken(tools.db, install, tools.now())) return
  const { storeId, regionId } = install
  tools.log(
    `INSTALL BROKEN: store ${storeId}, region ${regionId ?? 'all'}: the platform refuses its token (401), so nothing of this store is counted. Install the app again: \`i\` in \`app dev\`, or GET /auth/start. Its events are delivered again until then.`,
  )
}
