import { prepared } from '../../storage/statements.ts'
import type { World } from '../world.ts'

/** Makes deliveries due that wait for an app's payment in a store. Each is checked again before it is sent. */
export function releaseWaiting(world: World, { appKey, storeId }: { appKey: string; storeId: number }): void {
  const { changes } = prepared(
    world.registry,
    `UPDATE deliveries SET next_attempt_at = ? WHERE state = 'pending' AND next_attempt_at IS NULL AND app_key = ? AND store_id = ?`,
  ).run(world.now().getTime(), appKey, storeId)
  if (changes !== 0) world.wakeQueue()
}
