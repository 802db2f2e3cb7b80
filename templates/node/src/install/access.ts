import type { Access } from '../platform/platform.ts'
import type { Install } from './installs.ts'

/** The token, and the pin that a store-wide one needs: the region that is meant, else the store's first. Null without a usable token. */
export function accessOf(install: Install, regionId: number | null): Access | null {
  if (install.token === null) return null
  const pin = install.regionId === null ? (regionId ?? install.regions[0]?.id ?? null) : null
  return { token: install.token, pin }
}
