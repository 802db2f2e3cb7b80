import type { ControlClient } from '../control/control-client.ts'
import { AppError } from '../errors.ts'
import { decodeEntities } from '../http/html-form.ts'
import { openBrowser } from './install.ts'
import type { TestPlace } from './places.ts'

export interface PageFacts {
  readonly control: ControlClient
  readonly adminUrl: string
  readonly appUrl: string
  readonly appKey: string
}

/** Returns a single-use URL that signs in the store's manager and opens a page of the admin; by default, the one with the panel in its frame. */
export function adminAddress(facts: PageFacts, { store, region }: TestPlace, path?: string): Promise<string> {
  const { control, adminUrl, appKey } = facts
  const next = new URL(path ?? `/admin/plugins/manage/${appKey}`, adminUrl).href
  return control.signInUrl({ store: store.code, regionId: region.id, next })
}

/** Returns the URL that the store admin puts into the panel's frame: the app's own page, with a fresh token. Raises `testing.no-panel`. */
export async function panelAddress(facts: PageFacts, place: TestPlace): Promise<string> {
  const page = await openBrowser(facts).open(await adminAddress(facts, place))
  const src = /<iframe\b[^>]*?\bsrc="([^"]*)"/.exec(page.text)?.[1]
  if (src !== undefined) return decodeEntities(src)
  throw new AppError('testing.no-panel', 'The app has no panel in the store admin.', {
    suggestions: ['Add a manifest: [manifest] in app.toml, or startPlatform({ app: { manifest } }).'],
  })
}
