import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

import { limiterSchema } from '../../../client/limiter.ts'
import { indexFile, indexSchema } from '../../../credentials/credential-index.ts'
import { readSealedFile } from '../../../credentials/encrypted-file.ts'
import { createEmulatorFile } from '../../../credentials/file.ts'
import { AppError } from '../../../errors.ts'
import { ledgerSchema } from '../../../install/ledger.ts'
import { stateSchema } from '../../../project/state-schema.ts'
import { brokenDatabase, requireVersion, whyNotOpened, type Schema } from '../../../storage/database.ts'
import { quickCheck } from '../../../storage/quick-check.ts'
import { ok, skipped, type Check } from '../check.ts'

/** Checks the small files of the state folder, which most commands open. The journal and the emulator have separate checks. */
export const records: Check = {
  id: 'records',
  group: 'machine',
  title: 'records',
  run: async ({ context: { paths } }) => {
    const databases: readonly (readonly [string, Schema])[] = [
      [paths.stateDb, stateSchema],
      [indexFile(paths), indexSchema],
      [paths.codesDb, ledgerSchema],
      [paths.limiterDb, limiterSchema],
    ]
    const there = databases.filter(([path]) => existsSync(path))
    for (const [path, schema] of there) requireSound(path, schema)
    readSealedFile(paths.credentialsFile)
    await createEmulatorFile(paths.emulatorSecretsFile).get({ identity: 'emulator:', appKey: '', kind: 'token' })
    const secrets = [paths.credentialsFile, paths.emulatorSecretsFile].filter((path) => existsSync(path))
    const count = there.length + secrets.length
    if (count === 0) return skipped('nothing recorded yet')
    return ok(count === 1 ? 'one valid file' : `${count} valid files`)
  },
}

/** Raises `storage.*` like the commands that use the file. */
function requireSound(path: string, schema: Schema): void {
  let db: DatabaseSync | undefined
  try {
    db = new DatabaseSync(path, { readOnly: true, timeout: 1000 })
    requireVersion(db, path, schema)
    const verdict = quickCheck(db)
    if (verdict !== 'ok') throw brokenDatabase(path, new Error(verdict))
  } catch (error) {
    if (error instanceof AppError) throw error
    throw whyNotOpened(path, error) ?? brokenDatabase(path, error)
  } finally {
    db?.close()
  }
}
