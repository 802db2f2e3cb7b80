import { closeSync, openSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import { hasCode } from '../../errors.ts'
import { makeFolders } from '../../storage/files.ts'
import { databaseAway, KitError } from '../kit-error.ts'
import { reasonOf } from '../log/log.ts'
import { lockFile } from './one-process.ts'
import { prepareTables } from './prepare-tables.ts'
import { readMigrations } from './read-migrations.ts'
import { newTurns, type OpenSqlite, type Turns } from './sqlite.ts'
import { createTx } from './statements.ts'

interface Shared extends OpenSqlite {
  users: number
}

/** Databases that this process has open, by path. */
const files = new Map<string, Shared>()

const turns = new Map<string, Turns>()

/** Returns the state that all databases of a file share in this process. */
export function turnsOf(name: string): Turns {
  if (name === ':memory:') return newTurns()
  const path = resolve(name)
  const known = turns.get(path) ?? newTurns()
  turns.set(path, known)
  return known
}

/**
 * Opens a file and migrates its tables. Its folder and file are for this user only. Within one process a path is one database, so that a framework
 * may load an app's module again. `:memory:` is a database that ends with the process. Throws a `KitError` with the reason if it fails.
 */
export async function openFile(name: string, migrations: string): Promise<OpenSqlite> {
  const path = name === ':memory:' ? name : resolve(name)
  const known = files.get(path)
  const file = known ?? (await openNew(path, migrations))
  if (path !== ':memory:') files.set(path, file)
  file.users += 1
  return file
}

async function openNew(path: string, migrations: string): Promise<Shared> {
  const isFile = path !== ':memory:'
  if (isFile) createFile(path)
  const release = isFile ? lockFile(path) : () => {}
  const db = new DatabaseSync(path)
  const file: Shared = {
    db,
    tx: createTx(db),
    users: 0,
    close: () => {
      file.users -= 1
      if (file.users > 0) return
      files.delete(path)
      db.close()
      release()
    },
  }
  try {
    await prepareTables(file, readMigrations(migrations))
    return file
  } catch (error) {
    db.close()
    release()
    if (!hasCode(error, 'database.away')) throw error
    throw databaseAway(
      `The database ${path} cannot be used. ${error.message} Restore the file from a backup, or rename it to start with an empty database.`,
      error,
    )
  }
}

function createFile(path: string): void {
  try {
    makeFolders(dirname(path))
    closeSync(openSync(path, 'a', 0o600))
  } catch (error) {
    const advice = 'Set DATA_DIR to a writable folder.'
    throw new KitError('database.away', `The database cannot be stored in ${path}: ${reasonOf(error)}. ${advice}`, {
      suggestions: [advice],
    })
  }
}
