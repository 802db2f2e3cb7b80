import type { Core } from '../core.ts'
import type { Tx } from '../database/tx.ts'
import type { Place } from './install.ts'

/** Adds a job for a hook, in the transaction of its change. Does nothing if the app has no such hook. */
export async function enqueueHook(
  { database, declared }: Pick<Core, 'database' | 'declared'>,
  tx: Tx,
  { hook, install }: { readonly hook: 'installed' | 'broken'; readonly install: Place },
): Promise<void> {
  if (declared.hooks[hook] === undefined) return
  const { storeId, regionId } = install
  await database.queue.enqueue(tx, { id: `hook:${crypto.randomUUID()}`, kind: 'hook', name: hook, storeId, regionId })
}
