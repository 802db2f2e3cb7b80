import type { ControlClient } from '../../control/control-client.ts'
import { isListening } from '../../http/listening.ts'
import { closedApp } from './closed-app.ts'
import { panelManifest } from './panel-manifest.ts'
import { panelPlace, type PlaceFlags, type PlaceTools } from './panel-place.ts'

export interface PreviewTools extends PlaceTools, PlaceFlags {
  readonly control: ControlClient
}

/**
 * Returns a one-time URL of the app's panel in the emulator admin's panel preview, signed in. Raises `embed.no-panel` and
 * `emulator.unknown-app` without a panel, `page.unavailable` if the app does not run on this machine, and the errors of `panelPlace`.
 */
export async function previewAddress({
  context,
  project,
  target,
  control,
  store,
  region,
}: PreviewTools): Promise<string> {
  const { key } = project.config
  const { appUrl } = await panelManifest({ project, target, control })
  const { hostname, port, origin } = new URL(appUrl)
  // With another host name the app may use an address that cannot be checked from this machine.
  if (hostname === '127.0.0.1' && !(await isListening(Number(port || 80)))) {
    throw closedApp(context, project, `at ${origin}`)
  }
  const place = await panelPlace({ context, project, target, control }, { store, region })
  const next = new URL(`/admin/panel-preview/${key}`, target.adminUrl).href
  return control.signInUrl({ store: place.storeCode ?? String(place.storeId), regionId: place.regionId, next })
}
