import type { Snapshot } from '../../control/snapshot.ts'
import { AppError } from '../../errors.ts'
import { lastVersion } from '../../storage/database.ts'
import { registrySchema } from '../db/registry-schema.ts'
import { storeSchema } from '../db/store-schema.ts'

/** Database versions that this release writes. */
export const schemaVersions = { registry: lastVersion(registrySchema), store: lastVersion(storeSchema) }

/** Raises `storage.newer` or `storage.older` for a snapshot whose databases this release cannot read. */
export function requireReadable({ name, version, schema }: Pick<Snapshot, 'name' | 'version' | 'schema'>): void {
  if (schema !== null && (schema.registry > schemaVersions.registry || schema.store > schemaVersions.store)) {
    const writer = version === null ? 'a newer svcapp' : `svcapp ${version}, a newer version`
    throw new AppError('storage.newer', `The snapshot ${name} was written by ${writer}.`, {
      suggestions: ['npm install --save-dev svcapp@latest', 'app version'],
      details: { version },
    })
  }
  if (schema !== null && schema.registry >= (registrySchema.first ?? 1) && schema.store >= (storeSchema.first ?? 1))
    return
  throw new AppError(
    'storage.older',
    `The snapshot ${name} is from a preview version of svcapp, and this version cannot read it.`,
    {
      suggestions: ["Recreate the snapshot's state, then save it: app emulator snapshot save"],
    },
  )
}
