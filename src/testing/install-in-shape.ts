import { installThroughApp, issueToken, type InstallFacts } from './install.ts'
import type { TestPlace } from './places.ts'
import type { IssuedToken } from './platform.ts'
import type { ShapeName } from './shapes.ts'

export interface ShapedPlace {
  readonly shape: ShapeName
  readonly place: TestPlace
  /** True if the test set the region; then only that one is used. */
  readonly isNamed: boolean
}

/** Returns every store and region of the shape: the selected one, and a second region if the shape has two. */
function placesOf({ shape, place, isNamed }: ShapedPlace): readonly TestPlace[] {
  const other = place.store.regions.find(({ id }) => id !== place.region.id)
  if (shape !== 'two-regions' || isNamed || other === undefined) return [place]
  return [place, { store: place.store, region: other }]
}

/** Installs the app through itself, in every region of the shape. Raises `testing.install-failed`. */
export async function installInShape(facts: InstallFacts, shaped: ShapedPlace): Promise<void> {
  // In sequence, because an app may keep one install in progress for each browser, or for all.
  for (const place of placesOf(shaped)) await installThroughApp(facts, place)
}

/** Installs without the app's install flow, in every region of the shape; returns the token of the first. Raises `testing.install-failed`. */
export async function tokenInShape(facts: InstallFacts, shaped: ShapedPlace): Promise<IssuedToken> {
  const { shape, place } = shaped
  const [first, ...others] = placesOf(shaped)
  const issued = await issueToken(facts, first ?? place)
  for (const other of others) await issueToken(facts, other)
  if (shape !== 'legacy') return issued
  const { control, appKey } = facts
  const token = await control.seedLegacyToken({ store: place.store.code, key: appKey, shape: 'two-part' })
  return { ...issued, token, regionId: null }
}
