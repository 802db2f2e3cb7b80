import { createHmac } from 'node:crypto'

/** The page that reads the key from the fragment, on the store admin and the developer portal. */
export const OPEN_PATH = '/open'

/**
 * Signs a browser in to the pages of one run of the emulator, until that run stops. It is only ever in the fragment of an address, which a browser sends to no
 * server, so a link preview or a prefetch neither sees it nor uses it up. It is derived from the control token of the run file (0600) and does not reveal it.
 */
export function pageKeyOf(controlToken: string): string {
  return createHmac('sha256', controlToken).update('page key').digest().subarray(0, 16).toString('base64url')
}

/** What the address opens: the admin of a store, a panel in it, or the tables of a store. Without any, the first page of the site. */
export interface OpenWhat {
  readonly store?: string
  /** The key of the app whose panel the frame lab shows, in the admin of `store`. */
  readonly panel?: string
  readonly data?: string
}

/** An address that opens a page signed in, as often as it is clicked. */
export function keyedAddress(site: string, key: string, what: OpenWhat = {}): string {
  return `${new URL(OPEN_PATH, site).href}#${new URLSearchParams({ key, ...what }).toString()}`
}
