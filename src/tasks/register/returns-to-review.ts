import type { Registration } from '../../control/contract.ts'
import type { ControlClient } from '../../control/control-client.ts'
import { panelChanges } from '../../protocol/judge/panel-changes.ts'

export interface PanelChange {
  /** As it is registered. */
  readonly before: Registration
  /** As it would be. */
  readonly input: { readonly admin_manifest_json: string | null }
}

/**
 * Whether publishing this would send the app back to review: a published app in the catalogue, with another panel than the one that was approved last
 * (APP-026, APP-027, APP-035). A change that was only saved, and is reverted by this one, does not count.
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
