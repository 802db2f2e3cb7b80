import type { Core } from '../core.ts'
import type { Trace } from '../database/queue.ts'
import type { Row, Sql } from '../database/sql.ts'
import type { Tx } from '../database/tx.ts'
import { KitError } from '../kit-error.ts'
import type { Db, Effect, JobRequest, Write } from '../types.ts'

type EffectTools = Pick<Core, 'database'>

/** Writes an effect inside a transaction. */
export async function applyEffect(
  tools: EffectTools,
  tx: Tx,
  { effect, trace }: { readonly effect: Effect; readonly trace?: Trace | undefined },
): Promise<void> {
  const write = createWriter(tools, tx, trace)
  if (typeof effect === 'function') {
    if (tools.database.kind === 'd1') throw needsTransaction()
    return effect({ rows: (query) => readRows(tx, query), write })
  }
  if (effect !== undefined) await write(...(isList(effect) ? effect : [effect]))
}

function needsTransaction(): KitError {
  const advice = 'Return statements instead of a function. D1 writes them as one batch.'
  return new KitError('kit.effect-needs-transaction', `D1 does not support transaction functions. ${advice}`, {
    suggestions: [advice],
  })
}

/** Returns the database of a context. */
export function contextDb(tools: EffectTools, trace?: Trace): Db {
  const { database } = tools
  return {
    rows: (query) => readRows(database, query),
    write: (...writes) =>
      writes.every(isSql)
        ? database.batch(writes)
        : database.transaction((tx) => createWriter(tools, tx, trace)(...writes)),
  }
}

function createWriter({ database }: EffectTools, tx: Tx, trace: Trace | undefined): Db['write'] {
  return async (...writes) => {
    const changed: number[] = []
    for (const write of writes) {
      if (isSql(write)) changed.push(await tx.write(write))
      else changed.push(await enqueue({ database, tx }, write, trace))
    }
    return changed
  }
}

async function enqueue(
  { database, tx }: EffectTools & { readonly tx: Tx },
  { name, data, at }: JobRequest,
  trace: Trace | undefined,
): Promise<number> {
  const { storeId, regionId, key, after } = at
  const job = { id: `job:${crypto.randomUUID()}`, kind: 'job', name, data, storeId, regionId, trace } as const
  await database.queue.enqueue(tx, job, { key: key === undefined ? undefined : `${name}:${storeId}:${key}`, after })
  return 0
}

async function readRows<R extends Row>(tx: Pick<Tx, 'rows'>, query: Sql): Promise<readonly R[]> {
  // The caller knows the columns that it selects.
  return (await tx.rows(query)) as readonly R[]
}

function isSql(write: Write): write is Sql {
  return write.kind === 'sql'
}

function isList(effect: Write | readonly Write[]): effect is readonly Write[] {
  return Array.isArray(effect)
}
