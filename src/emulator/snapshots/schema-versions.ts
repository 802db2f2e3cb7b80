import type { Snapshot } from '../../control/snapshot.ts'
import { AppError } from '../../errors.ts'
import { lastVersion } from '../../storage/database.ts'
import { registrySchema } from '../db/registry-schema.ts'
import { storeSchema } from '../db/store-schema.ts'

/** The versions of the databases that this release writes. It opens those of every release before it. */
export const schemaVersions = { registry: lastVersion(registrySchema), store: lastVersion(storeSchema) }

/** Raises `storage.newer` for a snapshot of a release whose databases this one does not know. */
export function refuseNewer({ name, version, schema }: Pick<Snapshot, 'name' | 'version' | 'schema'>): void {
  if (schema === null) return
  if (schema.registry <= schemaVersions.registry && schema.store <= schemaVersions.store) return
  const writer = version ?? 'a newer version'
  throw new AppError(
    'storage.newer',
    `The snapshot ${name} was written by ${writer} of this tool, which is newer than this one.`,
    {
      suggestions: ['npm install --save-dev svcapp@latest', 'app version'],
      details: { version },
    },
  )
}
