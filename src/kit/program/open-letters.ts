import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

import type { DeadLetter } from '../database/queue.ts'
import { KitError } from '../kit-error.ts'
import { openPostgresQueue } from '../postgres/open-queue.ts'
import { databaseFile } from '../sqlite/database-file.ts'
import { asAway, createTx, transact } from '../sqlite/statements.ts'
import { createTableQueue } from '../work/table-queue.ts'
import type { ProgramTools } from './program-tools.ts'

export interface Letters {
  readonly list: () => Promise<readonly DeadLetter[]>
  readonly redrive: (storeId: number | undefined) => Promise<number>
  readonly close: () => Promise<void>
}

/** Opens the dead letters of the database in the environment. The app may be running. */
export async function openLetters(tools: ProgramTools): Promise<Letters> {
  const { env } = tools
  const { DATABASE_URL, SVCAPP_BASE_URL = '' } = env
  if (DATABASE_URL) return openPostgresQueue({ url: DATABASE_URL, baseUrl: SVCAPP_BASE_URL, print: tools.printError })
  const path = databaseFile(env)
  if (!existsSync(path)) {
    const advice = "Run the command in the app's folder, or set DATA_DIR or DATABASE_URL as for the app."
    throw new KitError('database.away', `Database not found: ${path}. ${advice}`, { suggestions: [advice] })
  }
  const db = new DatabaseSync(path)
  const tx = createTx(db)
  asAway(() => db.exec('PRAGMA busy_timeout = 5000'))
  const queue = createTableQueue({
    database: {
      rows: (query) => tx.rows(query),
      batch: (statements) =>
        transact({ db, tx }, async (one) => Promise.all(statements.map((statement) => one.write(statement))), true),
    },
    now: tools.now,
    // This process retries nothing.
    random: () => 0,
  })
  return {
    list: () => queue.deadLetters(),
    redrive: (storeId) => queue.redrive(storeId),
    close: async () => db.close(),
  }
}
