import type { ControlClient } from '../../control/control-client.ts'
import { isListening } from '../../http/listening.ts'
import { closedApp } from './closed-app.ts'
import { panelManifest } from './panel-manifest.ts'
import { panelPlace, type PlaceFlags, type PlaceTools } from './panel-place.ts'

export interface LabTools extends PlaceTools, PlaceFlags {
  readonly control: ControlClient
}

/**
 * The address that opens the app's panel in the frame lab of the emulator's admin, signed in; good once. Raises `embed.no-panel` and `emulator.unknown-app` where
 * there is no panel, `page.unavailable` where the app does not run on this machine, and what `panelPlace` raises.
 */
export async function labAddress({ context, project, target, control, store, region }: LabTools): Promise<string> {
  const { key } = project.config
  const { appUrl } = await panelManifest({ project, target, control })
  const { hostname, port, origin } = new URL(appUrl)
  // Under another host name it may listen at an address that cannot be checked from here.
  if (hostname === '127.0.0.1' && !(await isListening(Number(port || 80)))) {
    throw closedApp(context, project, `at ${origin}`)
  }
  const place = await panelPlace({ context, project, target, control }, { store, region })
  const next = new URL(`/admin/lab/${key}`, target.adminUrl).href
  return control.signInUrl({ store: place.storeCode ?? String(place.storeId), regionId: place.regionId, next })
}
