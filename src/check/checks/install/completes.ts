import type { Harness } from '../../harness/harness.ts'
import type { InstallPlace } from '../../harness/install-place.ts'
import type { InstallTrip } from '../../harness/install.ts'
import { genuineToken } from '../../panel/embed-token.ts'
import { openPanel } from '../../panel/panel.ts'
import { endsWell } from './looks-installed.ts'

/** Returns whether the app counts an install as complete: it ends as the first one did, or its panel opens. */
export async function completes(harness: Harness, { page }: InstallTrip, place: InstallPlace): Promise<boolean> {
  if (await endsWell(harness, page, place)) return true
  if (harness.config.manifest === null) return false
  const { isOpen } = await openPanel(harness, place, { token: genuineToken(harness, place) })
  return isOpen
}
