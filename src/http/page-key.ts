import { createHmac } from 'node:crypto'

/** Path of the page that reads the key from the fragment, on the store admin and the developer portal. */
export const OPEN_PATH = '/open'

/**
 * Returns the key that signs a browser in to the pages of one run of the emulator, until that run
 * stops. It appears only in the fragment of a URL, which browsers never send, so a link preview or
 * a prefetch neither sees nor uses it. It is derived from the control token of the run file (0600)
 * and does not reveal it.
 */
export function pageKeyOf(controlToken: string): string {
  return createHmac('sha256', controlToken).update('page key').digest().subarray(0, 16).toString('base64url')
}

/** Page to open: the admin of a store, a panel in it, or the tables of a store. Without any, the first page of the site. */
export interface OpenWhat {
  readonly store?: string
  /** Key of the app whose panel is previewed in the admin of `store`. */
  readonly panel?: string
  readonly data?: string
}

/** Returns a URL that opens a page with the user signed in, any number of times. */
export function keyedAddress(site: string, key: string, what: OpenWhat = {}): string {
  return `${new URL(OPEN_PATH, site).href}#${new URLSearchParams({ key, ...what }).toString()}`
}
