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
    // JSON with a backslash may spell the type with escapes.
    `SELECT DISTINCT a.app_key FROM installs i INDEXED BY installs_in_store CROSS JOIN apps a ON a.app_key = i.app_key
     WHERE i.store_id = ?1 AND i.removed_at IS NULL AND (
       instr(a.admin_manifest_json, ?2) OR instr(a.admin_manifest_json, '\\')
       OR instr(a.approved_manifest_json, ?2) OR instr(a.approved_manifest_json, '\\'))`,
  ).all(storeId, type)
  return new Set(rows.map((row) => String(row['app_key'])))
}
