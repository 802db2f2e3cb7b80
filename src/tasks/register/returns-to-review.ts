import type { Registration } from '../../control/contract.ts'
import type { ControlClient } from '../../control/control-client.ts'
import { panelChanges } from '../../protocol/judge/panel-changes.ts'

export interface PanelChange {
  /** The current registration. */
  readonly before: Registration
  /** The planned registration. */
  readonly input: { readonly admin_manifest_json: string | null }
}

/**
 * Returns whether publishing returns the app to review: a published app in the catalog whose panel differs
 * from the last approved one (APP-026, APP-027, APP-035). Ignores a saved change that this one reverts.
 */
export async function returnsToReview(
  control: Pick<ControlClient, 'approvedManifest'>,
  { before, input }: PanelChange,
): Promise<boolean> {
  if (before.status !== 'published' || !before.listed) return false
  const approved = before.has_unpublished_change
    ? await control.approvedManifest({ key: before.app_key })
    : before.admin_manifest_json
  return panelChanges(approved, input.admin_manifest_json).length > 0
}
