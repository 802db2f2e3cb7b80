import type { TestContext } from 'node:test'

import type { Log } from '../../src/log.ts'
import { createSqliteQueue } from '../../src/queue/sqlite-queue.ts'
import { openSqlite } from '../../src/state/sqlite.ts'
import { troubleOf, type State } from '../../src/state/state.ts'

export type Kind = 'sqlite' | 'postgres'

/** A state of a test's own. */
export async function openTestState(_t: TestContext, _kind: Kind, log: Log): Promise<State> {
  const db = await openSqlite(':memory:')
  return {
    db,
    queue: createSqliteQueue({ db, log }),
    isReady: Promise.resolve(),
    trouble: () => troubleOf(db),
    close: db.close,
  }
}
