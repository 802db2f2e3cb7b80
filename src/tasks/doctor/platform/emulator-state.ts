import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

import { registrySchema } from '../../../emulator/db/registry-schema.ts'
import { storeSchema } from '../../../emulator/db/store-schema.ts'
import { damageRemedies, requirePart } from '../../../emulator/files/damage.ts'
import {
  lostRegistry,
  lostStores,
  registryFile,
  storeFiles,
  unreadableFiles,
} from '../../../emulator/files/state-files.ts'
import { requireVersion, type Schema } from '../../../storage/database.ts'
import { QUICK_CHECK_UP_TO_BYTES } from '../../../storage/quick-check.ts'
import { failed, ok, skipped, type Check } from '../check.ts'

/** Checks the emulator's databases, also if it is not running. */
export const emulatorState: Check = {
  id: 'emulator-state',
  group: 'platform',
  title: 'emulator state',
  run: ({ context, targetName }) => {
    const dir = context.paths.emulatorDir
    if (targetName === 'live') return skipped('only for the emulator')
    const lost = lostRegistry(dir)
    if (lost === null && !existsSync(registryFile(dir))) return skipped('no emulator has run on this machine')
    const damage = lost === null ? damageIn(dir) : [lost]
    const [remedy = ''] = damageRemedies(dir)
    if (damage.length > 0) return failed(damage.join(' '), { remedy, details: { damage } })
    const stores = storeFiles(dir).length
    return ok(`the registry and ${stores === 1 ? 'one store are' : `${stores} stores are`} valid`)
  },
}

/** Raises `storage.newer` and `storage.older` like the start of the emulator. */
function damageIn(dir: string): string[] {
  const unreadable = unreadableFiles(dir, QUICK_CHECK_UP_TO_BYTES)
  if (unreadable.length > 0) return unreadable
  const read = <T>(path: string, schema: Schema, work: (db: DatabaseSync, version: number) => T) => {
    const db = new DatabaseSync(path, { readOnly: true, timeout: 1000 })
    try {
      return work(
        db,
        requirePart(dir, () => requireVersion(db, path, schema)),
      )
    } finally {
      db.close()
    }
  }
  for (const path of storeFiles(dir)) read(path, storeSchema, () => null)
  // A killed start leaves a registry without tables.
  return read(registryFile(dir), registrySchema, (db, version) => (version === 0 ? [] : lostStores(dir, db)))
}
