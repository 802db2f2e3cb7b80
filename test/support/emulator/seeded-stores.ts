import type { Store } from '../../../src/control/contract.ts'
import type { EmulatorContext } from '../../../src/emulator/context.ts'
import { seedStore } from '../../../src/emulator/seed/store.ts'

/** Databases of newly seeded stores, by everything that the seed depends on. */
const seeded = new Map<string, Uint8Array>()

/**
 * Fills an empty store, opened without a seed, with the small seed. The first of its kind in this
 * process is seeded. The next ones are copies, which take a tenth of the time.
 */
export function fillStore(context: EmulatorContext, store: Store): void {
  const key = JSON.stringify([store, context.now().toISOString().slice(0, 10)])
  const known = seeded.get(key)
  const db = context.storeDb(store.id)
  if (known === undefined) {
    seedStore(context, store)
    seeded.set(key, db.serialize())
  } else {
    // The setting is part of the replaced database, not of the connection.
    const { cache_size: pages } = db.prepare('PRAGMA cache_size').get() ?? {}
    db.deserialize(known)
    db.exec(`PRAGMA cache_size = ${Number(pages)}`)
  }
  context.registry.prepare("UPDATE stores SET seed = 'small' WHERE id = ?").run(store.id)
}
