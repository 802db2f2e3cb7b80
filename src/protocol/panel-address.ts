import { resolveSlotPath, type Slot } from './manifest-slots.ts'
import type { Manifest } from './manifest.ts'

/**
 * Returns the URL of the panel's iframe: the `fullpage` slot, or `appUrl` itself without one, with
 * the embed token in its query. `manifest` comes from `checkManifest`.
 */
export function panelAddress({ manifest, embedToken }: { manifest: Manifest; embedToken: string }): string {
  const fullpage = manifest.slots.find(({ type }) => type === 'fullpage')
  const address = slotUrl(manifest, fullpage?.path ?? '')
  const token = `embed_token=${encodeURIComponent(embedToken.toWellFormed())}`
  address.search = address.search === '' ? token : `${address.search}&${token}`
  return address.href
}

/** Returns the URL of a slot other than the panel: never with an embed token, because only the panel receives one. */
export function slotAddress(manifest: Manifest, slot: Slot): string {
  return slotUrl(manifest, slot.path).href
}

function slotUrl(manifest: Manifest, path: string): URL {
  const appUrl = new URL(manifest.appUrl)
  return resolveSlotPath(appUrl, path) ?? appUrl
}
