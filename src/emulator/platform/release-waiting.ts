import { prepared } from '../../storage/statements.ts'
import type { EmulatorContext } from '../context.ts'

/** Makes deliveries due that wait for an app's payment in a store. Each is checked again before it is sent. */
export function releaseWaiting(
  context: EmulatorContext,
  { appKey, storeId }: { appKey: string; storeId: number },
): void {
  const { changes } = prepared(
    context.registry,
    `UPDATE deliveries SET next_attempt_at = ? WHERE state = 'pending' AND next_attempt_at IS NULL AND app_key = ? AND store_id = ?`,
  ).run(context.now().getTime(), appKey, storeId)
  if (changes !== 0) context.wakeQueue()
}
