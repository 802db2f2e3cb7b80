import type { SlotType } from '../../protocol/manifest-slots.ts'
import { prepared } from '../../storage/statements.ts'
import type { World } from '../world.ts'

/**
 * The apps installed in a store in whose manifest, the registered one or the one that was approved last, a slot of this type may stand: all that have one, and
 * perhaps more. To read every manifest of a thousand apps as the admin does would take longer than the page that it is for.
 */
export function mayHaveSlot({ registry }: World, storeId: number, type: SlotType): ReadonlySet<string> {
  const rows = prepared(
    registry,
    `SELECT app_key FROM apps a WHERE app_key IN (SELECT app_key FROM installs WHERE store_id = ?1 AND removed_at IS NULL)
     AND (EXISTS (SELECT 1 FROM json_tree(a.admin_manifest_json) WHERE atom = ?2)
       OR EXISTS (SELECT 1 FROM json_tree(nullif(a.approved_manifest_json, '')) WHERE atom = ?2))`,
  ).all(storeId, type)
  return new Set(rows.map((row) => String(row['app_key'])))
}
