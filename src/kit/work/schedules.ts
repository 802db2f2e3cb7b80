import { sha256Hex } from '../../text/sha256.ts'
import type { Core } from '../core.ts'
import { sql } from '../database/sql.ts'
import { wasWritten } from '../database/tx.ts'
import type { Schedule } from './period.ts'

/**
 * Adds a job for each due schedule and working install. Only the process that changes the
 * schedule's row first adds it. A missed period runs once. A new install runs with its next period.
 */
export async function enqueueDue(core: Core): Promise<void> {
  const { database, declared, now } = core
  if (declared.schedules.size === 0) return
  const installs = await database.rows(sql`SELECT store_id, region_id FROM svcapp_installs
    WHERE removed_at IS NULL AND broken_at IS NULL AND leaving_at IS NULL`)
  const known = await database.rows(sql`SELECT name, store_id, region_id, due_at FROM svcapp_schedules`)
  const last = new Map(
    known.map(({ name, store_id, region_id, due_at }) => [`${name} ${store_id}/${region_id}`, Number(due_at)]),
  )
  for (const [name, schedule] of declared.schedules) {
    for (const { store_id, region_id } of installs) {
      const key = `${name} ${store_id}/${region_id}`
      const turn = { name, storeId: Number(store_id), region: Number(region_id) }
      const dueAt = lastDue(schedule, key, now().getTime())
      const lastAt = last.get(key)
      if (lastAt === undefined || lastAt < dueAt) await take(core, turn, { dueAt, isFirst: lastAt === undefined })
    }
  }
}

/** Returns the last time at which a schedule was due. Installs are spread over the period. */
function lastDue({ periodMs, atMs }: Schedule, key: string, now: number): number {
  const offset = atMs ?? Number.parseInt(sha256Hex(key).slice(0, 12), 16) % periodMs
  return Math.floor((now - offset) / periodMs) * periodMs + offset
}

interface Turn {
  readonly name: string
  readonly storeId: number
  /** 0 for all. */
  readonly region: number
}

async function take(
  { database }: Core,
  { name, storeId, region }: Turn,
  { dueAt, isFirst }: { readonly dueAt: number; readonly isFirst: boolean },
): Promise<void> {
  const regionId = region === 0 ? null : region
  await wasWritten(
    database.transaction(async (tx) => {
      await tx.must(sql`INSERT INTO svcapp_schedules (name, store_id, region_id, due_at)
        VALUES (${name}, ${storeId}, ${region}, ${dueAt})
        ON CONFLICT (name, store_id, region_id) DO UPDATE SET due_at = excluded.due_at
        WHERE svcapp_schedules.due_at < excluded.due_at`)
      if (isFirst) return
      const id = `every:${name}:${storeId}:${region}:${dueAt}`
      // If the previous run is still waiting, this one is the same work.
      await database.queue.enqueue(
        tx,
        { id, kind: 'schedule', name, storeId, regionId },
        { key: `every:${name}:${storeId}:${region}` },
      )
    }),
  )
}
