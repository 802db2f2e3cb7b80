import type { DevEvent } from '../events/dev-event.ts'
import { placeKey } from './place.ts'

/** Whether the app is installed and has a token that works, by the events of a session: null where an event says nothing about the place that the session works in. */
export function watchInstallStanding(): (event: DevEvent) => boolean | null {
  let place: string | null = null
  return (event) => {
    if (event.event === 'installed') {
      place = placeKey(event)
      return true
    }
    // Asking for consent again revokes nothing.
    if (event.event === 'install-address') return place === null ? false : null
    if (event.event === 'token-restored') return placeKey(event) === place ? true : null
    const isLost = event.event === 'uninstalled' || event.event === 'token-invalid'
    return isLost && placeKey(event) === place ? false : null
  }
}
