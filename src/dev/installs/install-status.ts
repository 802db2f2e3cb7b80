import type { DevEvent } from '../events/dev-event.ts'
import { placeKey } from './place.ts'

/**
 * Returns a function that reads from each event whether the app is installed with a valid token, or null if the event does not concern the session's store and
 * region.
 */
export function watchInstallStatus(): (event: DevEvent) => boolean | null {
  let place: string | null = null
  return (event) => {
    if (event.event === 'installed') {
      place = placeKey(event)
      return true
    }
    // Another consent revokes nothing.
    if (event.event === 'install-address') return place === null ? false : null
    if (event.event === 'token-restored') return placeKey(event) === place ? true : null
    const isLost = event.event === 'uninstalled' || event.event === 'token-invalid'
    return isLost && placeKey(event) === place ? false : null
  }
}
