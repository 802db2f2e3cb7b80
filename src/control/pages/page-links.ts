import { keyedAddress, pageKeyOf } from '../../http/page-key.ts'
import { readRunFile, type RunFilePath } from '../run-file.ts'

/** URLs that open a page with the user signed in. Only a terminal and the inspector show them. */
export interface PageLinks {
  readonly admin: string
  readonly portal: string
  readonly data: string
}

export interface EmulatorPages extends PageLinks {
  /** The app's panel in the panel preview. */
  readonly panel: (appKey: string) => string
  /** Needs no sign-in. */
  readonly storefront: string
}

/** Returns the sign-in URLs of the running emulator's pages; null if it is not running. */
export function pageLinks(paths: RunFilePath, store: string): EmulatorPages | null {
  const run = readRunFile(paths)
  if (run === null) return null
  const { admin, portal, storefront } = run.urls
  const key = pageKeyOf(run.controlToken)
  return {
    admin: keyedAddress(admin, key, { store }),
    portal: keyedAddress(portal, key),
    data: keyedAddress(portal, key, { data: store }),
    panel: (panel) => keyedAddress(admin, key, { store, panel }),
    storefront: `${storefront}/${store}`,
  }
}
