import { PlatformError } from '../platform/platform-error.ts'
import type { Access, Platform } from '../platform/platform.ts'
import type { Tools } from '../tools.ts'
import { markBroken, type Install } from './installs.ts'

export type BrokenTools = Pick<Tools, 'db' | 'now' | 'log'> & { readonly platform: Pick<Platform, 'isAlive'> }

/**
 * After a 401: marks the install as broken and says so loudly, once. With a token for all regions a 401 may be about the region that was named; such a token is
 * tried without one first. Raises nothing.
 */
export async function noteRefusedToken(tools: BrokenTools, install: Install, access: Access): Promise<void> {
  try {
    if (access.pin !== null && (await tools.platform.isAlive(access.token))) return
  } catch (error) {
    // The platform cannot be asked now; the next delivery asks again.
    if (error instanceof PlatformError) return
    throw error
  }
  if (!(await markBroken(tools.db.sql, install, tools.now()))) return
  const { storeId, regionId } = install
  tools.log('INSTALL BROKEN', {
    storeId,
    regionId,
    why: 'The platform refuses the token (401), so nothing of this store is counted. Its events wait until the app is installed again: `i` in `app dev`, or GET /auth/start.',
  })
}
