import type { DevEvent } from '../events/dev-event.ts'

/** Whether the app is installed, by the events of a session: null where an event says nothing about the place that the session works in. */
export function watchInstallStanding(): (event: DevEvent) => boolean | null {
  let place: string | null = null
  return (event) => {
    if (event.event === 'installed') {
      place = placeOf(event)
      return true
    }
    if (event.event === 'install-address') return false
    return event.event === 'uninstalled' && placeOf(event) === place ? false : null
  }
}

function placeOf({ storeId, regionId }: { readonly storeId: string; readonly regionId: string | null }): string {
  return `${storeId}/${regionId ?? 'all'}`
}
