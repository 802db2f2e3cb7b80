import type { ControlClient } from '../../control/control-client.ts'
import { AppError } from '../../errors.ts'
import type { Project } from '../../project/app-toml.ts'
import { manifestJson } from '../../project/registration.ts'
import type { Target } from '../../project/targets.ts'
import { checkManifest, type Manifest } from '../../protocol/manifest.ts'

export interface PanelManifestTools {
  readonly project: Project
  readonly target: Target
  /** The emulator's client, or null on the live platform. */
  readonly control: ControlClient | null
}

/** Returns the app's manifest: the registered one on the emulator, that of app.toml on the live platform. Raises `embed.no-panel`, `emulator.unknown-app`. */
export async function panelManifest({ project: { config }, target, control }: PanelManifestTools): Promise<Manifest> {
  const json = control === null ? manifestJson(config) : (await control.app({ key: config.key })).admin_manifest_json
  const checked = checkManifest({ manifest: json, adminOrigin: target.adminUrl.origin })
  if (checked.ok) return checked.manifest
  if (manifestJson(config) === null) {
    throw new AppError('embed.no-panel', `app.toml has no [manifest], so ${config.key} has no panel.`, {
      suggestions: [
        'Add a [manifest] with a slot to app.toml. A running `app dev` registers it. Otherwise, run: app register',
      ],
    })
  }
  throw new AppError('embed.no-panel', `The store admin does not open a panel for ${config.key}.`, {
    suggestions: ['app manifest validate', 'app register'],
  })
}
