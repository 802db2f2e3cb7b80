import { CannotJudge } from '../../cannot-judge.ts'
import type { Page } from '../../harness/browser.ts'
import type { Harness } from '../../harness/harness.ts'
import { genuineToken } from '../../panel/embed-token.ts'
import { openPanel } from '../../panel/panel.ts'
import { endsWell } from './looks-installed.ts'

/**
 * Installs the app in a new store. Returns the final page if the app does not count the install as complete: it ends differently
 * from the first one, and its panel does not open. Otherwise returns null. Throws `CannotJudge` if no token was issued.
 */
export async function incompleteInstall(
  harness: Harness,
  how: Parameters<Harness['install']>[2],
): Promise<Page | null> {
  const place = await harness.openPlace()
  const trip = await harness.install(harness.app, place, how)
  if (!trip.ok) throw new CannotJudge(`the install does not complete: ${trip.words}`)
  if (await endsWell(harness, trip.page, place)) return null
  if (harness.config.manifest === null) return trip.page
  const { isOpen } = await openPanel(harness, place, { token: genuineToken(harness, place) })
  return isOpen ? null : trip.page
}
