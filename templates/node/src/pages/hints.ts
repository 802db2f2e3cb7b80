import { accessOf } from '../install/access.ts'
import type { Install } from '../install/installs.ts'
import { PlatformError } from '../platform/platform-error.ts'
import type { Platform } from '../platform/platform.ts'

/**
 * What the platform wants the store owner to read about shipping: it says so with the lists of profiles and packages. Nothing where the token may not read
 * them, or where they cannot be read now: the panel goes on without them.
 */
export async function ownerHints(platform: Platform, install: Install, regionId: number | null): Promise<string[]> {
  const access = accessOf(install, regionId)
  if (access === null || !install.scopes.includes('products.read')) return []
  const lists = ['shipping-profiles', 'shipping-packages'] as const
  try {
    const hints = await Promise.all(lists.map((list) => platform.hint(access, list)))
    return hints.filter((hint) => hint !== null)
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error
    return []
  }
}
