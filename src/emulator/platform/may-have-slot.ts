import type { SlotType } from '../../protocol/manifest-slots.ts'
import { prepared } from '../../storage/statements.ts'
import type { EmulatorContext } from '../context.ts'

/**
 * Returns the apps in a store that may have a slot of this type in their registered or last approved manifest. The list contains
 * every such app, and perhaps more. Reading a thousand manifests as the admin does would take longer than the page itself.
 */
export function mayHaveSlot({ registry }: EmulatorContext, storeId: number, type: SlotType): ReadonlySet<string> {
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
