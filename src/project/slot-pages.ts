import type { Send } from '../http/wire.ts'
import type { Slot } from '../protocol/manifest-slots.ts'
import { checkManifest, type Manifest } from '../protocol/manifest.ts'
import { slotAddress } from '../protocol/panel-address.ts'
import type { AppConfig } from './app-config.ts'
import { localAddress, manifestJson } from './registration.ts'

/** A slot and the HTTP status of its page, requested without a session. */
export interface SlotPage extends Slot {
  /** HTTP status, or null if the app did not respond or is not on this machine. */
  readonly status: number | null
}

const RESPONSE_MS = 3000

interface PageRequest {
  readonly send: Send
  readonly ownerPid?: number | null
  /** Limit of each response in ms. Default: 3,000, because a user waits. */
  readonly timeoutMs?: number
}

/** Requests each slot's page from an app on this machine. */
export async function slotPages(
  manifest: Manifest,
  { send, ownerPid, timeoutMs = RESPONSE_MS }: PageRequest,
): Promise<readonly SlotPage[]> {
  const statusOf = async (slot: Slot): Promise<number | null> => {
    const url = new URL(slotAddress(manifest, slot))
    // A valid manifest uses http only for this machine.
    if (url.protocol !== 'http:') return null
    const request = { method: 'GET', url, headers: { 'Sec-Fetch-Dest': 'iframe' }, timeoutMs } as const
    const owner = ownerPid === undefined ? {} : { ownerPid }
    return (await send({ ...request, ...owner, redirects: 'answer', ownUserOnly: true })).status
  }
  return Promise.all(manifest.slots.map(async (slot) => ({ ...slot, status: await statusOf(slot).catch(() => null) })))
}

/** Returns app.toml's manifest for the app on this machine, or null if it is not valid. */
export function localManifest(config: AppConfig): Manifest | null {
  const verdict = checkManifest({ manifest: manifestJson(config, localAddress(config)), adminOrigin: null })
  return verdict.ok ? verdict.manifest : null
}

/** Returns a sentence for each slot with a missing page. */
export function missingPages(pages: readonly SlotPage[]): string[] {
  return pages
    .filter(({ status }) => status === 404)
    .map(
      ({ type, path }) =>
        `The slot ${type} shows an error because the app responds with 404 at /${path}. Add the page or remove the slot.`,
    )
}
